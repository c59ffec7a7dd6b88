// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function pointer in tile code.
#include <cuda_tile.h>
__tile__ float twice(float x) { return 2 * x; }
__tile_global__ void k(float* p, int n) { float (*f)(float) = twice; p[0] = f(p[1]); }
