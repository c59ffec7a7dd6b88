// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned and signed tiles of one width.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p, unsigned* q) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::load(p + i) + ct::load(q + i)); }
