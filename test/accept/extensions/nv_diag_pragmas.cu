// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#pragma nv_diag_suppress 177
#pragma nv_diagnostic push
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma nv_diag_default 177
__tile_global__ void k(int *p) { int unused; p[0] = 1; }
#pragma GCC diagnostic pop
#pragma nv_diagnostic pop
int main() { k<<<1, 1>>>(nullptr); return 0; }
