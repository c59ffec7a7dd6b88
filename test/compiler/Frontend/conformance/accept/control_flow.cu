// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// while, do, for, break, continue, return inside loops, switch
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ int first(int n) { for (int i = 0; i < n; ++i) if (i * i > n) return i; return 0; }
__tile_global__ void k(int* q, float* p, int n) {
  if (n < 0) return;
  int i = 0;
  while (true) { if (i > n) break; ++i; if (i & 1) continue; q[0] = i; }
  do { i += 2; } while (i < 2 * n);
  while (i < 3 * n) { if (i == 77) return; ++i; }
  auto t = ct::zeros<Tile<float, 8>>();
  switch (first(n)) {
    case 0: t = ct::ones<Tile<float, 8>>(); break;
    case 1: for (int j = 0; j < n; ++j) { if (j == 2) continue; q[j] = 1; } break;
    case 2: return;
    [[unlikely]] case 3: q[2] = 1; [[fallthrough]];
    [[likely]] default: q[1] = 3;
  }
  ct::store(p + ct::iota<Tile<int, 8>>(), t);
}
