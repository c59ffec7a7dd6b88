// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A __device__ variable and a __constant__ array in tile code.
#include <cuda_tile.h>
__device__ int counter;
__constant__ float coeff[4];
__tile_global__ void k(float* p) { p[0] = coeff[1] + counter; }
