// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomicAdd of SIMT code.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { atomicAdd(p, 1.f); }
