// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sqrtf of the C library in tile code.
#include <cmath>
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = sqrtf(p[1]) + std::exp(p[2]); }
