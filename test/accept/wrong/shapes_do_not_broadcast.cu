// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An addition of 32 and 64 elements.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  auto a = ct::ones<ct::tile<float, ct::shape<32>>>();
  auto b = ct::ones<ct::tile<float, ct::shape<64>>>();
  p[0] = (float)ct::sum<0>(a + b);
}
