// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __CUDACC_TILE__ hides SIMT code from the tile pass.
#include <cuda_tile.h>
#ifdef __CUDACC_TILE__
__tile__ int f() { return 1; }
#else
__device__ int f() { return 2; }
#endif
#ifndef __CUDACC_TILE__
__global__ void simt(int* p) { *p = f(); }
#endif
#if defined(__CUDACC_TILE__)
__tile_global__ void k(int* p) { *p = f(); }
#else
__tile_global__ void k(int* p);
#endif
