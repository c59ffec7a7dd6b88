// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --extended-lambda
// __CUDACC_EXTENDED_LAMBDA__ with the flag.
#include <cuda_tile.h>
#ifndef __CUDACC_EXTENDED_LAMBDA__
#error "needs --extended-lambda"
#endif
static_assert(__CUDACC_EXTENDED_LAMBDA__ == 1);
__tile_global__ void k(int* p) { *p = 1; }
