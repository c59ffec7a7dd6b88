// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic by functions of the header in tile code.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void k(__half* h, __nv_bfloat16* b) {
  h[0] = __hadd(h[1], h[2]); h[3] = __hsub(h[1], h[2]); h[4] = __hmul(h[1], h[2]); h[5] = __hdiv(h[1], h[2]); h[6] = __hneg(h[1]); h[7] = __habs(h[2]);
  b[0] = __hadd(b[1], b[2]); b[3] = __hmul(b[1], b[2]); b[4] = __hneg(b[1]);
}
