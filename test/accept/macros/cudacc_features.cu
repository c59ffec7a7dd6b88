// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feature macros of nvcc: lambda detection, device features, internal version of the front end.
#include <cuda_tile.h>
#if !defined(__CUDACC_DEVICE_ATOMIC_BUILTINS__)
#define MY_NO_BUILTINS 1
#endif
#if defined(__CUDA_API_VER_MAJOR__)
static_assert(__CUDA_API_VER_MAJOR__ >= 13);
#else
#error "API version"
#endif
#if defined(__NVCC_DIAG_PRAGMA_SUPPORT__)
#pragma nv_diag_suppress 177
#pragma nv_diag_default 177
#else
#error "diag pragmas"
#endif
__tile_global__ void k(int* p) { int unused = 1; *p = 1; }
