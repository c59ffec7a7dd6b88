// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of a tile by subscript.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto t = ct::load(p + ct::iota<ct::tile<int, ct::shape<32>>>()); p[0] = t[3]; }
