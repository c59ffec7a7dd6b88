// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries tell clang's own CUDA from nvcc by __clang__ with __CUDA__.
#include <cuda_tile.h>
#if defined(__clang__) && defined(__CUDA__)
#error "clang CUDA is not supported by this library"
#endif
__tile_global__ void k(int* p) { *p = 1; }
