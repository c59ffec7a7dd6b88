// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --std c++20
// The option's value as a word of its own.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = 1; }
