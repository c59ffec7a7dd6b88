// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier in tile code.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = 1; __syncthreads(); p[1] = p[0]; }
