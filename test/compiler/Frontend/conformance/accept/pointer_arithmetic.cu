// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pointer tiles: plus and minus an integer of any width, difference, comparison, nullptr
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, const float* c, long n) {
  auto i = ct::iota<Tile<int, 8>>();
  auto a = p + i;
  SAME(a, Tile<float*, 8>);
  SAME(i + p, Tile<float*, 8>);
  SAME(a + n, Tile<float*, 8>);
  SAME(a - i, Tile<float*, 8>);
  SAME(a - p, Tile<long, 8>);
  SAME(a - a, Tile<long, 8>);
  SAME(a == nullptr, Tile<bool, 8>);
  SAME(a < a, Tile<bool, 8>);
  SAME(c + i, Tile<const float*, 8>);
  Tile<const float*, 8> q = a;
  Tile<void*, 8> v = a;
}
