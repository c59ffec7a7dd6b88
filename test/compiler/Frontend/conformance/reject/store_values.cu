// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// store neither broadcasts nor narrows its value
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { ct::store(p + i, 1.0f); }  // expected: value shape differs from pointer shape
  { ct::store(p + ct::iota<Tile<int, 4, 8>>(), f); }  // expected: value shape differs from pointer shape
  { ct::store(p + i, Tile<double, 8>{}); }  // expected: narrowing value
  { ct::store((const float*)p + i, f); }  // expected: pointee is const
}
