// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
extern "C" __tile_global__ void fill(int *p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), ct::full<ct::tile<int, ct::shape<8>>>(7)); }
