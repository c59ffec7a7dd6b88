// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
template <int N> __tile_global__ void many_lines(float *p) {
  float x = N;
  for (int i = 0; i < 3; ++i)
    x += i;
  *p = x;
}
__tile__ float dropped(float x) {
  return x +
         1;
}
void launch(float *p) {
  many_lines<3><<<
      2, 1>>>(p);
  int unused_here;
}
