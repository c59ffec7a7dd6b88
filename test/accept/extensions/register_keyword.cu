// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
__tile_global__ void k(float *p) { register float x = p[0]; p[0] = x + 1; }
int main() { register int i = 3; return i; }
