// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// && and || work element by element on tiles of any scalar type
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
  auto m = (i < n) && (i >= 0) || !(i == 3);
  SAME(m, Tile<bool, 8>);
  SAME((Tile<float, 8>{} && i), Tile<bool, 8>);
  ct::store_masked(p + i, ct::ones<Tile<float, 8>>(), m);
}
