// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A store through pointers to constant elements.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(const float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::load(p + i)); }
