// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A half tile times a float scalar.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__half* p, float s) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::load(p + i) * s); }
