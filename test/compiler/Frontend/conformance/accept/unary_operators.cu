// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unary operators: minus keeps the type, plus promotes, ! gives bool on every scalar type
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p) {
  Tile<signed char, 8> a{}; Tile<bool, 8> b{}; Tile<float, 8> f{}; Tile<float*, 8> pp{}; Tile<unsigned, 8> u{};
  SAME(-a, Tile<signed char, 8>);
  SAME(+a, Tile<int, 8>);
  SAME(+b, Tile<int, 8>);
  SAME(~a, Tile<signed char, 8>);
  SAME(~b, Tile<bool, 8>);
  SAME(-u, Tile<unsigned, 8>);
  SAME(!f, Tile<bool, 8>);
  SAME(!pp, Tile<bool, 8>);
}
