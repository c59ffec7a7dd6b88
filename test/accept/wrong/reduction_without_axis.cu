// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction over everything.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto x = ct::ones<ct::tile<float, ct::shape<8>>>(); p[0] = ct::sum(x); }
