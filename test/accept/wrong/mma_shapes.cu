// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner extents of a product differ.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  auto a = ct::ones<ct::tile<float, ct::shape<16, 32>>>();
  auto b = ct::ones<ct::tile<float, ct::shape<16, 16>>>();
  auto c = ct::mma(a, b, ct::zeros<ct::tile<float, ct::shape<16, 16>>>());
  p[0] = (float)ct::sum<1>(ct::sum<0>(c));
}
