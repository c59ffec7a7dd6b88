// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void add_one(int* out, const int* in, int block) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{9_ic}}, ct::shape<8>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{9}}, ct::shape<8>{}};
  to.store(from.load(block) + 1, block);
}
__tile_global__ void known(int* out, const int* in) { add_one(out, in, ct::bid().x); }

__tile_global__ void arguments(int* out, const int* in, int n) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<8>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<8>{}};
  int block = ct::bid().x;
  to.store(from.load(block) + 1, block);
}
