// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mutable host variable.
#include <cuda_tile.h>
static int mode = 3;
__tile_global__ void k(int* p) { p[0] = mode; }
