// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
__tile_global__ void k(int *p, int a, int b) { int x = (a++, b--, a + b); p[0] = a > b ? a < 0 ? 1 : 2 : b ? 3 : 4; (a ? p[1] : p[2]) = x; *(b ? &p[3] : &p[4]) = 7; p[5] = !!a & ~b ^ (a << 2 | b >> 1); int i = 0; p[6 + i++] = i; }
