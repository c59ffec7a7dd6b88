// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline PTX.
#include <cuda_tile.h>
__tile_global__ void k(int* p) { int x; asm("mov.u32 %0, %%laneid;" : "=r"(x)); *p = x; }
