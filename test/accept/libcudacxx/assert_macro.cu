// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// assert of libcu++ in tile code.
#include <cuda/std/cassert>
#include <cuda_tile.h>
__tile_global__ void k(int* p, int n) { assert(n > 0); p[0] = n; }
