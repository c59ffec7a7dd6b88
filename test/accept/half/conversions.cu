// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between 16-bit types and all others by functions and by casts.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void k(__half* h, __nv_bfloat16* b, float* f, double* d, int* i, unsigned* u, short* s, long long* l) {
  h[0] = __float2half(f[0]); h[1] = __float2half_rn(f[1]); h[2] = __double2half(d[0]); h[3] = __int2half_rn(i[0]); h[4] = __uint2half_rn(u[0]); h[5] = __short2half_rn(s[0]); h[6] = __ll2half_rn(l[0]);
  f[2] = __half2float(h[0]); i[1] = __half2int_rz(h[1]); u[1] = __half2uint_rz(h[2]); s[1] = __half2short_rz(h[3]); l[1] = __half2ll_rz(h[4]);
  b[0] = __float2bfloat16(f[3]); f[4] = __bfloat162float(b[1]); b[2] = __double2bfloat16(d[1]); b[3] = __int2bfloat16_rn(i[2]); i[3] = __bfloat162int_rz(b[4]);
  h[7] = __half(3); h[8] = f[5]; f[6] = h[9]; b[5] = f[7]; d[2] = float(b[6]); h[10] = (__half)i[4]; i[5] = (int)h[11]; h[12] = 1.5; b[7] = __nv_bfloat16(2.5f);
  bool t = h[13]; i[6] = t;
}
