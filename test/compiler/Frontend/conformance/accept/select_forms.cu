// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select: both values have one type, the condition broadcasts to them and may be any scalar type
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(bool c, int n) {
  Tile<float, 4, 8> a{}, b{}; Tile<bool, 8> m{}; Tile<bool, 4, 1> m1{}; Tile<int, 4, 8> i{};
  SAME(ct::select(m, a, b), Tile<float, 4, 8>);
  SAME(ct::select(m1, a, b), Tile<float, 4, 8>);
  SAME(ct::select(c, a, b), Tile<float, 4, 8>);
  SAME(ct::select(i, a, b), Tile<float, 4, 8>);
  SAME(ct::select(n, 1, 2), int);
}
