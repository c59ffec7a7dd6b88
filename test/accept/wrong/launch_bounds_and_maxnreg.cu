// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A SIMT kernel with both register qualifiers.
#include <cuda_tile.h>
__global__ void __launch_bounds__(256) __maxnreg__(64) s(float* p) { p[threadIdx.x] = 1; }
__tile_global__ void k(float* p) { p[0] = 1; }
