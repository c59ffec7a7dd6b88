// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison functions and operators.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void k(__half* h, __nv_bfloat16* b, int* i) {
  i[0] = __heq(h[0], h[1]) + __hne(h[0], h[1]) + __hlt(h[0], h[1]) + __hle(h[0], h[1]) + __hgt(h[0], h[1]) + __hge(h[0], h[1]);
  i[1] = (h[0] == h[1]) + (h[0] < h[1]) + (b[0] >= b[1]) + (b[0] != b[1]);
  i[2] = __hisnan(h[0]) + __hisinf(h[1]);
}
