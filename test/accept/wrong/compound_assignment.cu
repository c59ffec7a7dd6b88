// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compound assignment to a tile.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); auto x = ct::load(p + i); x += 1.f; ct::store(p + i, x); }
