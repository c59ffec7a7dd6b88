// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic memory.
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) { float* q = new float[n]; q[0] = p[0]; delete[] q; }
