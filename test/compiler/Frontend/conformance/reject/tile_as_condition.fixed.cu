// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a tile of more than one element is no condition (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { if (static_cast<bool>(ct::any_of<0>(i < n))) p[0] = 1; }
  { auto x = ct::select(i < n, f, f); }
}
