// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>

__tile_global__ void address(int *out, const int *in) {
  *out = (int)((unsigned long long)in % 256);
}
