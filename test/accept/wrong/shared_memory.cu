// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared memory in tile code.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { __shared__ float s[64]; s[0] = p[0]; p[1] = s[0]; }
