// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=gnu++20
// The GNU dialect's spelling.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { typeof(p[0]) x = 1; p[0] = x; }
