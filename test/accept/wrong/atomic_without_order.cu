// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic without memory order.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::atomic_add(p + i, ct::load(p + i)); }
