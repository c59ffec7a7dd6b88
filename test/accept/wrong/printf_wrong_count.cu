// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf with fewer arguments than its format names.
#include <cuda_tile.h>
__tile_global__ void k(int* p) { printf("%d %d\n", p[0]); }
