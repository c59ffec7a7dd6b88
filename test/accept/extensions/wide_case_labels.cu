// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
__tile_global__ void k(float *p, unsigned char c) { switch (c) { case 1: p[0] = 1; break; case 300: p[0] = 2; } }
int main(int n, char **) { unsigned char c = n; switch (c) { case 256: return 1; case -1: return 2; } return 0; }
