// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reductions keep the rank, the axis is a template argument or a trailing constant
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k() {
  Tile<float, 4, 8> f{}; Tile<bool, 4, 8> b{}; Tile<int, 4, 8> i{}; Tile<signed char, 8> c{};
  SAME(ct::sum<0>(f), Tile<float, 1, 8>);
  SAME(ct::sum(f, 1_ic), Tile<float, 4, 1>);
  SAME(ct::prod(f, ct::integral_constant<1>{}), Tile<float, 4, 1>);
  SAME(ct::sum<0>(c), Tile<signed char, 1>);
  SAME(ct::sum<0>(b), Tile<bool, 1, 8>);
  SAME(ct::reduce_max<0>(f), Tile<float, 1, 8>);
  SAME(ct::reduce_min(f, 0_ic, ct::propagate_nan_t{}), Tile<float, 1, 8>);
  SAME(ct::reduce_max(f, 0_ic, ct::suppress_nan_t{}), Tile<float, 1, 8>);
  SAME(ct::reduce_bitand<0>(i), Tile<int, 1, 8>);
  SAME(ct::reduce_bitor<0>(b), Tile<bool, 1, 8>);
  SAME(ct::reduce_bitxor<1>(i), Tile<int, 4, 1>);
  SAME(ct::all_of<0>(b), Tile<bool, 1, 8>);
  SAME(ct::any_of<1>(f), Tile<bool, 4, 1>);
  SAME(ct::max_element<0>(f), Tile<unsigned, 1, 8>);
  SAME(ct::min_element(i, 1_ic), Tile<unsigned, 4, 1>);
  SAME(ct::partial_sum<1>(f), Tile<float, 4, 8>);
  SAME(ct::partial_prod(i, 0_ic), Tile<int, 4, 8>);
}
