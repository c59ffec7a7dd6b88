// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#define MAXOF(a, b) ({ auto _a = (a); auto _b = (b); _a > _b ? _a : _b; })
__tile_global__ void k(float *p, int n) { p[0] = MAXOF(n, 3); }
int main(int c, char **) { return MAXOF(c, 2) ?: 1; }
