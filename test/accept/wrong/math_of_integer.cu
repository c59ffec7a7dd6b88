// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp of an integer tile.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::exp(i)); }
