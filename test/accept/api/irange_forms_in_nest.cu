// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counted loops of several index types, nested, with break and continue.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n, unsigned m, size_t s, long long l) {
  float acc = 0;
  for (auto i : ct::irange(0, n)) for (auto j : ct::irange(0u, m, 2u)) acc += i * j;
  for (auto i : ct::irange(size_t(0), s)) { if (i == 3) continue; if (i > 9) break; acc += i; }
  for (auto i : ct::irange{0ll, l, 4ll}) acc += i;
  for (const auto& i : ct::irange(short(1), short(5))) acc += i;
  auto r = ct::irange(n, 2 * n);
  for (int i : r) acc += i;
  p[0] = acc;
}
