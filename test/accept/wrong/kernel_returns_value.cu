// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that returns something.
#include <cuda_tile.h>
__tile_global__ int k(int* p) { return *p; }
