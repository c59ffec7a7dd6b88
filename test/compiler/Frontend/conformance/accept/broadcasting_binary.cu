// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// operands broadcast from the right, rank grows on the left
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k() {
  Tile<float, 8> a{}; Tile<float, 4, 1> b{}; Tile<float, 4, 8> c{}; Tile<float, 2, 4, 8> d{}; Tile<float, 1> e{};
  SAME(a + b, Tile<float, 4, 8>);
  SAME(c + a, Tile<float, 4, 8>);
  SAME(d + b, Tile<float, 2, 4, 8>);
  SAME(a + e, Tile<float, 8>);
  SAME(ct::max(a, b), Tile<float, 4, 8>);
  SAME(ct::pow(a, b), Tile<float, 4, 8>);
  SAME(a < b, Tile<bool, 4, 8>);
}
