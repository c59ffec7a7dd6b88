// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Literals of all kinds.
#include <cuda_tile.h>
__tile_global__ void k(float* p, double* d, long long* l) {
  l[0] = 0x7fff'ffff'ffff'ffffll + 0b1010 + 0777 + 'a' + u8'x' + U'y' + true;
  l[1] = 1'000'000 * 1ll; l[2] = sizeof(long) + alignof(double) + sizeof "text";
  p[0] = 1e-3f + 0x1.8p3f + .5f + 1.f;
  d[0] = 1e308 + 0x1p-1074;
  const char* s = "abc";
  p[1] = s[1];
  p[2] = 1 / 3 + 1 / 3.f + -7 % 3 + (7 >> 1) + ~0u;
}
