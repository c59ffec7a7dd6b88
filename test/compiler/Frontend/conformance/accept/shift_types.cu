// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a shift has the type of its left operand, whatever the width of the right one
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k() {
  Tile<signed char, 8> a{}; Tile<long, 8> l{}; Tile<bool, 8> b{}; Tile<unsigned, 8> u{};
  SAME(a << l, Tile<signed char, 8>);
  SAME(u >> 3, Tile<unsigned, 8>);
  SAME(b << b, Tile<bool, 8>);
}
