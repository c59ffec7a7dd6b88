// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
struct P { float x; int n; };
__tile_global__ void k(float *p, int n, double d, unsigned u, long l) {
  int a[2] = {u, n};
  float f{d};
  P q{d, l};
  p[0] = a[0] + f + q.x + q.n;
}
__global__ void s(float *p, double d, int n) { float v[2] = {d, n}; P q{n, 3}; p[0] = v[1] + q.x; }
int main(int argc, char **) {
  size_t n = argc * 100;
  double d = argc;
  dim3 grid{argc, argc / 2 + 1}, other = {n / 2};
  unsigned char b[] = {argc, argc + 1};
  k<<<{argc, 1}, {argc, 1}>>>(nullptr, n, d, n, n);
  s<<<grid, other>>>(nullptr, d, n);
  return b[0];
}
