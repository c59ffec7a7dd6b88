// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a scalar operand takes the element type of the tile when it does not narrow; an integer scalar fits a floating tile
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_fp16.h>
__tile_global__ void k(float x, long n) {
  Tile<float, 8> f{}; Tile<__half, 8> h{}; Tile<unsigned, 8> u{}; Tile<long, 8> l{};
  SAME(f * 2, Tile<float, 8>);
  SAME(f * n, Tile<float, 8>);
  SAME(h * 2, Tile<__half, 8>);
  SAME(1 - f, Tile<float, 8>);
  SAME(u + 1u, Tile<unsigned, 8>);
  SAME(l + 1, Tile<long, 8>);
  SAME(f < 2.0, Tile<bool, 8>);
  SAME((2.5 < Tile<int, 8>{}), Tile<bool, 8>);
}
