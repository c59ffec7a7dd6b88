// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// half with bf16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__half* p, __nv_bfloat16* q) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); auto s = ct::load(p + i) + ct::load(q + i); (void)s; }
