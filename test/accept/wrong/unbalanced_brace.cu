// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A brace is missing at the end.
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) {
  if (n > 0) {
    p[0] = 1;
}
