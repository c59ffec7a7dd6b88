// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// irange over floats.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { for (auto x : ct::irange(0.f, 1.f)) p[0] += x; }
