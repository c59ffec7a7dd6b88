// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// irange: value type is the common type of the bounds; break, continue and return inside
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(int* q, int n) {
  for (auto i : ct::irange(0, n)) { SAME(i, int); q[i] = 1; }
  for (auto i : ct::irange(0, (long)n, 2)) { SAME(i, long); q[i] = 1; }
  for (auto i : ct::irange(0u, (unsigned)n)) { SAME(i, unsigned); if (i == 3) continue; q[i] = 1; }
  for (auto i : ct::irange((short)0, (short)n)) { SAME(i, short); if (i == 3) break; q[i] = 1; }
  for (const auto& i : ct::irange{0, n}) { if (i == 5) return; q[i] = 2; }
  auto r = ct::irange(0, n);
  for (auto i : r) { i += 1; q[i] = 3; }
}
