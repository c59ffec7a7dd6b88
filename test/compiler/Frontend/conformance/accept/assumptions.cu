// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// assume_* in both spellings keep the type of their operand
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<Tile<int, 8>>(); auto a = p + i;
  SAME(ct::assume_aligned<16>(p), float*);
  SAME(ct::assume_aligned(a, 16_ic), Tile<float*, 8>);
  SAME(ct::assume_divisible<8>(n), int);
  SAME(ct::assume_divisible(i, 8_ic), Tile<int, 8>);
  SAME((ct::assume_bounded<0, 100>(n)), int);
  SAME(ct::assume_bounded(i, 0_ic, 100_ic), Tile<int, 8>);
  SAME(ct::assume_bounded_below<0>(n), int);
  SAME(ct::assume_bounded_above(n, 7_ic), int);
  SAME(ct::assume_blocked<ct::shape<4>>(i), Tile<int, 8>);
  SAME(ct::assume_blocked(a, ct::shape<4>{}), Tile<float*, 8>);
  SAME((ct::assume_aligned_strided<16, 4, 0>(a)), Tile<float*, 8>);
  SAME(ct::assume_divisible_strided(i, 16_ic, 4_ic, 0_ic), Tile<int, 8>);
}
