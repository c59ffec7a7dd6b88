// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A float tile into an int array.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* q, const float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(q + i, ct::load(p + i)); }
