// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reshape to another number of elements.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p) { auto x = ct::reshape(ct::iota<ct::tile<int, ct::shape<32>>>(), ct::shape<4, 4>{}); p[0] = (int)ct::sum<0>(ct::sum<1>(x)); }
