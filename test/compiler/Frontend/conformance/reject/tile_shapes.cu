// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shapes that a tile cannot have
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { ct::tile<float, ct::shape<3>> g; }  // expected: extent 3 is not a power of two
  { ct::tile<float, ct::shape<0>> g; }  // expected: extent 0
  { ct::tile<float, ct::shape<ct::dynamic_extent>> g; }  // expected: dynamic extent in a tile shape
  { ct::tile<signed char, ct::shape<8192, 4096>> g; }  // expected: more than 2^24 elements
}
