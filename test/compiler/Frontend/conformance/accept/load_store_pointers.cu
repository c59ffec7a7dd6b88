// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// loads and stores through pointers and pointer tiles
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_fp16.h>
__tile_global__ void k(float* p, const float* c, __half* h, int n) {
  auto i = ct::iota<Tile<int, 8>>();
  SAME(ct::load(p), float);
  SAME(ct::load(c + i), Tile<float, 8>);
  SAME(ct::load_masked(p + i, i < n), Tile<float, 8>);
  SAME(ct::load_masked(p + i, n > 0), Tile<float, 8>);
  SAME(ct::load_masked(p + i, i, 1.0f), Tile<float, 8>);                        // a mask of any scalar type
  SAME((ct::load_masked(p + i, i < n, ct::zeros<Tile<float, 1>>())), Tile<float, 8>);
  SAME(ct::load_masked(p + i, i < n, ct::load(h + i)), Tile<float, 8>);          // non-narrowing padding
  SAME((ct::load_masked(p + ct::iota<Tile<int, 4, 8>>(), i < n)), Tile<float, 4, 8>);
  ct::store(p + i, ct::load(h + i));
  ct::store(p, 1.0f);
  ct::store_masked(p + i, ct::load(c + i), i < n);
  ct::store_masked(p + i, ct::load(c + i), true);
  ct::store_masked(p, 2.0f, n > 0);
  p[3] = c[n] + *c;
}
