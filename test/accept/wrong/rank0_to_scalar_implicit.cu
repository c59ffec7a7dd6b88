// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction's result assigned to a scalar without a cast.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { float s = ct::sum<0>(ct::ones<ct::tile<float, ct::shape<8>>>()); p[0] = s; }
