// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promotions, conversions, wrap-around and shifts of scalars of all widths.
#include <cstdint>
#include <cuda_tile.h>
__tile_global__ void k(int8_t* a, uint8_t* b, int16_t* c, uint16_t* d, int32_t* e, uint32_t* f, int64_t* g, uint64_t* h, bool* o, char* q) {
  a[0] = a[1] + b[1]; b[0] = b[1] * 3 << 2; c[0] = -c[1] / 3; d[0] = ~d[1] & 0xff; e[0] = e[1] % 7 ^ d[1]; f[0] = f[1] >> (e[1] & 31); g[0] = (int64_t)e[1] * e[2] - g[1]; h[0] = h[1] | f[1] | 1ull << 40;
  o[0] = a[1] && b[1] || !c[1]; q[0] = 'a' + d[1];
  e[3] += 2; e[4] <<= 1; f[5] ^= 3u; g[6] %= 9; h[7]--; ++c[8]; a[9] |= 4; e[10] = o[1] ? e[1], e[2] : -1;
  e[11] = a[1] < b[1]; e[12] = static_cast<int>(g[1] >> 33); e[13] = (e[1] = 3, e[1] + 1);
}
