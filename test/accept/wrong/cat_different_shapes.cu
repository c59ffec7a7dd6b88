// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cat of tiles of different shapes.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p) { auto x = ct::cat<0>(ct::ones<ct::tile<int, ct::shape<4>>>(), ct::ones<ct::tile<int, ct::shape<8>>>()); p[0] = (int)ct::sum<0>(x); }
