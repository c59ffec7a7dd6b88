// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// elementwise math; pow with an integer exponent tile, powi, remainder on floats
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_bf16.h>
__tile_global__ void k() {
  Tile<float, 8> a{}; Tile<__nv_bfloat16, 8> h{}; Tile<int, 8> i{}; Tile<double, 8> d{};
  SAME(ct::sin(h), Tile<__nv_bfloat16, 8>);
  SAME(ct::log2(d), Tile<double, 8>);
  SAME(ct::atan2(a, 1.0f), Tile<float, 8>);
  SAME(ct::pow(a, i), Tile<float, 8>);
  SAME(ct::powi(a, 3), Tile<float, 8>);
  SAME(ct::powi(a, i), Tile<float, 8>);
  SAME(ct::remainder(a, a), Tile<float, 8>);
  SAME(ct::isnan(a), Tile<bool, 8>);
  SAME(ct::abs(i), Tile<int, 8>);
  SAME(ct::mulhi(i, i), Tile<int, 8>);
  SAME(ct::floordiv(i, 3), Tile<int, 8>);
  SAME(ct::floor(a) + ct::ceil(a) + ct::cosh(a) + ct::tan(a) + ct::log(a), Tile<float, 8>);
}
