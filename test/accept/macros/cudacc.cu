// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __CUDACC__, __NVCC__, __CUDACC_TILE__ and versions are tested as frameworks do.
#if !defined(__CUDACC__) || !defined(__NVCC__)
#error "compile with a CUDA compiler"
#endif
#if !defined(__CUDACC_VER_MAJOR__) || __CUDACC_VER_MAJOR__ < 13
#error "CUDA 13 needed"
#endif
#if !defined(__CUDACC_VER_MINOR__) || !defined(__CUDACC_VER_BUILD__)
#error "version macros"
#endif
#include <cuda_tile.h>
__tile_global__ void k(int* p) { *p = __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10; }
