// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scalar stored through a tile of pointers.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, 0.f); }
