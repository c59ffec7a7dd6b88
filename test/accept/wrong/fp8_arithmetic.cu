// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of fp8 tiles.
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__nv_fp8_e4m3* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::load(p + i) + ct::load(p + i)); }
