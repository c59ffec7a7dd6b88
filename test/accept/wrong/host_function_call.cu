// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host function called from tile code.
#include <cuda_tile.h>
static float scale(float x) { return 2 * x; }
__tile_global__ void k(float* p) { p[0] = scale(p[1]); }
