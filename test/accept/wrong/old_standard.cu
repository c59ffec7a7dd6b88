// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++14
// The tile header in C++14.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = 1; }
