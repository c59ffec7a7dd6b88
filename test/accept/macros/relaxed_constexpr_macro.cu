// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// __CUDACC_RELAXED_CONSTEXPR__ with the flag.
#include <cuda_tile.h>
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#error "needs --expt-relaxed-constexpr"
#endif
#ifdef __CUDACC_EXTENDED_LAMBDA__
#error "not given"
#endif
__tile_global__ void k(int* p) { *p = 1; }
