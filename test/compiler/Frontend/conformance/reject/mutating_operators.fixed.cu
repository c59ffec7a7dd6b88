// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a tile has no compound assignment, increment or subscript (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { f = f + f; }
  { i = i + 1; }
  { p[0] = static_cast<float>(ct::extract(f, ct::shape<1>{}, 0)); }
}
