// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction along a dimension that is not there.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto x = ct::ones<ct::tile<float, ct::shape<8, 8>>>(); p[0] = (float)ct::sum<2>(x); }
