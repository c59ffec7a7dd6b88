// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel called as a function.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { *p = 1; }
int main() { k(nullptr); }
