// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A SIMT habit: threadIdx in a tile kernel.
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 1.f; }
