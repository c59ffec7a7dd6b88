// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recursive tile function.
#include <cuda_tile.h>
__tile__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__tile_global__ void k(int* p) { *p = fact(*p); }
