// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mask of the wrong shape.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); auto m = ct::iota<ct::tile<int, ct::shape<64>>>() < 5; ct::store_masked(p + i, i, m); }
