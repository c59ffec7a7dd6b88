// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// std::array as a local object.
#include <array>
#include <cuda_tile.h>
__tile_global__ void k(int* p, int n) {
  std::array<int, 4> a{1, 2, 3, n};
  a[1] = n;
  int s = 0;
  for (int x : a) s += x;
  p[0] = s + a.size() + std::get<2>(a);
}
