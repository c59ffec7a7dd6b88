// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches with a missing argument and with one of a wrong type.
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) { p[0] = n; }
int main() { float* p = nullptr; k<<<1, 1>>>(p); k<<<1, 1>>>("text", 1); }
