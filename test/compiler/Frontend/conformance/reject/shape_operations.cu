// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reshape, broadcast, cat and extract with shapes that do not fit
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::reshape(f, ct::shape<16>{}); }  // expected: 8 elements to 16
  { auto x = ct::broadcast(f, ct::shape<8, 4>{}); }  // expected: 8 does not broadcast to 4
  { auto x = ct::cat<0>(f, Tile<float, 4>{}); }  // expected: shapes differ
  { auto x = ct::cat<0>(f, Tile<double, 8>{}); }  // expected: elements differ
  { auto x = ct::extract(Tile<float, 4, 8>{}, ct::shape<2, 8>{}, 0); }  // expected: one index is missing
  { auto x = ct::extract(f, ct::shape<16>{}, 0); }  // expected: 16 does not divide 8
}
