// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -rdc=true -G -lineinfo
// __CUDACC_RDC__ and __CUDACC_DEBUG__ with their flags.
#include <cuda_tile.h>
#ifndef __CUDACC_RDC__
#error "rdc"
#endif
__tile_global__ void k(int* p) { *p = 1; }
