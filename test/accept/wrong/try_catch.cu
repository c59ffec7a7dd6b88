// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions.
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) { try { p[n] = 1; } catch (...) { p[0] = 0; } }
