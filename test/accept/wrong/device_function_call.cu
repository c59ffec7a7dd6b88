// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A __device__ function called from tile code.
#include <cuda_tile.h>
__device__ float scale(float x) { return 2 * x; }
__tile_global__ void k(float* p) { p[0] = scale(p[1]); }
