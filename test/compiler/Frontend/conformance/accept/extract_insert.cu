// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// extract and insert: indices count sub-tiles and may be run-time values
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<Tile<int, 4, 8>>();
  auto a = ct::load(p + i);
  auto e = ct::extract(a, ct::shape<2, 8>{}, n, 0);
  SAME(e, Tile<float, 2, 8>);
  SAME((ct::extract(a, ct::shape<1, 8>{}, 0u, 0L)), Tile<float, 1, 8>);
  auto r = ct::insert(a, e, 1_ic, 0_ic);
  SAME(r, Tile<float, 4, 8>);
  ct::store(p + i, ct::insert(r, e, n, 0));
}
