// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that is not declared.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = aplha; }
