// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile of 100 elements.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<100>>>(); ct::store(p + i, ct::load(p + i)); }
