// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select between a tile and a scalar.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); auto x = ct::load(p + i); ct::store(p + i, ct::select(x > 0.f, x, 0.f)); }
