// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// load instead of load_masked.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::load(p + i, i < n)); }
