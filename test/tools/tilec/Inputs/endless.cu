// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>

__tile_global__ void endless(int *p) {
  while (*p == 0)
    *p = *p & 2;
}
