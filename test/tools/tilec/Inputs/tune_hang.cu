// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
template <int N> __tile_global__ void wait(int *p) {
  if constexpr (N == 2)
    for (int i = 0; i >= 0; i = (i + 1) & 1023)
      *p = i;
  *p = N == 3 ? 4 : 3;
}
