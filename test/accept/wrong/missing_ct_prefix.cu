// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// API names without their namespace and without a tile argument to find them by.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { auto i = iota<cuda::tiles::tile<int, cuda::tiles::shape<64>>>(); cuda::tiles::store(p + i, cuda::tiles::load(p + i)); }
