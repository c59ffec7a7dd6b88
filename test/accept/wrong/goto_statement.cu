// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// goto.
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) { int i = 0; again: p[i] = 1; if (++i < n) goto again; }
