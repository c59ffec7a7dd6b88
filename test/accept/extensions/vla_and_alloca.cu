// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
__tile_global__ void k(float *p) { p[0] = 1; }
int main(int n, char **) { float a[n + 1]; a[n] = 1; int b[n] = {}; return a[n] + b[0]; }
