// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header for both a host compiler and CUDA defines its own attributes where no CUDA compiler is.
#ifdef __CUDACC__
#define HD __host__ __device__ __tile__
#define GLOBAL __global__
#else
#define HD
#define GLOBAL
#endif
#include <cuda_tile.h>
HD inline float lerp_(float a, float b, float t) { return a + (b - a) * t; }
GLOBAL void simt(float* p) { p[0] = lerp_(p[1], p[2], .5f); }
__tile_global__ void k(float* p) { p[0] = lerp_(p[1], p[2], .5f); }
