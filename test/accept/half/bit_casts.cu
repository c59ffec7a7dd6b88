// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits of halves.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void k(__half* h, unsigned short* u, short* s, __nv_bfloat16* b) {
  h[0] = __ushort_as_half(u[0]); u[1] = __half_as_ushort(h[1]); h[2] = __short_as_half(s[0]); s[1] = __half_as_short(h[3]);
  b[0] = __ushort_as_bfloat16(u[2]); u[3] = __bfloat16_as_ushort(b[1]);
  h[4] = __builtin_bit_cast(__half, u[4]);
  u[5] = __builtin_bit_cast(unsigned short, h[5]);
}
