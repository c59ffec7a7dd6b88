// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDART_VERSION and CUDA_VERSION after their headers.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cuda_tile.h>
#if !defined(CUDART_VERSION) || CUDART_VERSION < 13000 || CUDA_VERSION < 13000
#error "toolkit too old"
#endif
#if CUDART_VERSION >= 13030
constexpr int new_enough = 1;
#else
#error "tile C++ needs CUDA 13.3"
#endif
__tile_global__ void k(int* p) { *p = new_enough; }
