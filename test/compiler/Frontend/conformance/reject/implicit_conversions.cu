// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// conversions that are not implicit
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { float x = ct::zeros<Tile<float>>(); }  // expected: no implicit conversion to scalar
  { f = Tile<double, 8>{}; }  // expected: narrowing tile conversion
  { f = i; }  // expected: narrowing tile conversion
  { f = ct::zeros<Tile<float, 1>>(); }  // expected: shapes differ
  { f = 1.0f; }  // expected: no conversion from scalar to a ranked tile
  { Tile<float, 8> g{1.0f}; }  // expected: no such constructor
}
