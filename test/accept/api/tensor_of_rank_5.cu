// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A batch, head, sequence, channel tensor with a fifth dimension.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(const float* p, float* q, int b, int h, int s, int d) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{b, h, s, d, 4_ic}}, ct::shape<1, 1, 16, 8, 4>{}};
  auto w = ct::partition_view{ct::tensor_span{q, ct::extents{b, h, d, s}}, ct::shape<1, 1, 8, 16>{}};
  auto x = v.load_masked(ct::bid().z, ct::bid().y, ct::bid().x, 0, 0);
  auto y = ct::reshape(ct::sum(x, 4_ic), ct::shape<1, 1, 16, 8>{});
  w.store_masked(ct::permute(y, ct::dimension_map<0, 1, 3, 2>{}), ct::bid().z, ct::bid().y, 0, ct::bid().x);
}
