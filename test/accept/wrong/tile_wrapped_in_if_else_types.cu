// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The branches of a conditional expression have different tile types.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n) {
  auto a = ct::ones<ct::tile<float, ct::shape<32>>>();
  auto b = ct::ones<ct::tile<float, ct::shape<1, 32>>>();
  auto c = n ? a : b;
  p[0] = (float)ct::sum<0>(c);
}
