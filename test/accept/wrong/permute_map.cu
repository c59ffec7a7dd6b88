// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A permutation that names a dimension twice.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p) { auto x = ct::permute(ct::ones<ct::tile<int, ct::shape<4, 8>>>(), ct::dimension_map<0, 0>{}); p[0] = (int)ct::sum<0>(ct::sum<1>(x)); }
