// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional expressions, logical operators and comparison of tiles.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, bool flag, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  auto y = flag ? x : -x;
  auto m = (x > 0.f && i < n) || !(x == 1.f);
  y = n > 3 ? (n > 5 ? y + 1.f : y * 2.f) : ct::zeros<decltype(y)>();
  m = m & (i != 5) | (y >= x) ^ (y <= 2.f);
  ct::store_masked(p + i, ct::select(flag, x, y), m);
}
