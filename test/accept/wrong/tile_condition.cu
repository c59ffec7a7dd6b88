// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile of many elements as a condition.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); auto x = ct::load(p + i); if (x > 0.f) ct::store(p + i, -x); }
