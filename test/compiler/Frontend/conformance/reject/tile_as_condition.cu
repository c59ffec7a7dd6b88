// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a tile of more than one element is no condition
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { if (i < n) p[0] = 1; }  // expected: tile of 8 elements does not convert to bool
  { auto x = (i < n) ? f : f; }  // expected: tile of 8 elements does not convert to bool
}
