// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// API functions on plain scalars return plain scalars
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(int n, float x, int* q) {
  SAME(ct::max(n, 0), int);
  SAME(ct::max(n, 0L), long);
  SAME(ct::add(x, 1.0), double);
  SAME(ct::ceildiv(n, 8), int);
  SAME(ct::exp(x), float);
  SAME(ct::isnan(x), bool);
  SAME(ct::select(n > 0, x, 1.0f), float);
  SAME(ct::element_cast<int>(x), int);
  SAME(ct::full<float>(1), float);
  int g = ct::min(n, 4);
  q[0] = g;
}
