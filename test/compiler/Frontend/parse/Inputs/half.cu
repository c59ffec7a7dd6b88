// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>

__tile_global__ void k(__half *h, __nv_bfloat16 *b, __nv_fp8_e4m3 *e) {
  h[0] = h[0] + h[1] * __float2half(2.0f);
  b[0] = -b[1];
  e[0] = __nv_fp8_e4m3(1.5f);
#ifdef WRONG
  return __half2(h[0], h[0]), void();
#endif
}
