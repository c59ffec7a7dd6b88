// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global functions with names of POSIX or C headers: index, y0, j0, gamma, remainder, div.
#include <math.h>
#include <stdlib.h>
#include <strings.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n) {
  int index = ct::bid().x * 64;
  float gamma = 1.5f, y0 = 2.f, j0 = 3.f, y1 = 4.f;
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>() + index;
  auto div = ct::div(ct::load(p + i), gamma);
  auto remainder = ct::remainder(div, y0);
  int time = n, clock = 3, signal = 4;
  ct::store(p + i, remainder + j0 + y1 + float(time + clock + signal));
}

int main() {
  div_t d = div(7, 2);
  double r = remainder(5.0, 3.0) + gamma(2.0) + y0(1.0) + j0(1.0);
  return d.quot + int(r) + abs(-3);
}
