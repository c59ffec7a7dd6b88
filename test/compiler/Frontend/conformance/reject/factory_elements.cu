// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// element types that iota and zeros refuse
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::iota<Tile<float, 8>>(); }  // expected: floating element
  { auto x = ct::iota<Tile<bool, 4>>(); }  // expected: 3 does not fit a bool
  { auto x = ct::iota<Tile<signed char, 256>>(); }  // expected: 255 does not fit the element
  { auto x = ct::zeros<Tile<float*, 8>>(); }  // expected: pointer element
}
