// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda in tile code with an explicit annotation.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { auto f = [] __tile__ (float a) { return a + 1.f; }; p[0] = f(p[1]); }
