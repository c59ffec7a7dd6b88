// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;

#pragma tilec tune(kernel = squares; maxrregcount = 255, 24, 254; grid = 1)
__tile_global__ void squares(float *out, int m, const float *in, int n) {
  auto view = ct::partition_view{ct::tensor_span{in, ct::extents{m, n}}, ct::shape<64, 64>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{m, n}}, ct::shape<64, 64>{}};
  auto x = view.load_masked(0, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (auto i : ct::irange(0, n))
    sum = ct::mma(x, ct::transpose(x), sum) + x * float(i);
  to.store_masked(sum, 0, 0);
}
