// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// binary operators between tiles use the common element type, without integer promotion
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k() {
  Tile<signed char, 8> i8{}; Tile<unsigned char, 8> u8{}; Tile<short, 8> i16{}; Tile<int, 8> i32{};
  Tile<unsigned, 8> u32{}; Tile<long, 8> i64{}; Tile<float, 8> f{}; Tile<double, 8> d{}; Tile<bool, 8> b{};
  SAME(i8 + i8, Tile<signed char, 8>);
  SAME(u8 * u8, Tile<unsigned char, 8>);
  SAME(b + b, Tile<bool, 8>);
  SAME(u8 + i16, Tile<short, 8>);
  SAME(i16 - i32, Tile<int, 8>);
  SAME(u32 + i64, Tile<long, 8>);
  SAME(i64 * f, Tile<float, 8>);
  SAME(f / d, Tile<double, 8>);
  SAME(b & i32, Tile<int, 8>);
}
