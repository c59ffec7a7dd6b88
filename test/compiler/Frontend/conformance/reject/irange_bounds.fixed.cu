// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// irange takes two bounds of integral types that convert without narrowing (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { for (auto j : ct::irange(0u, (unsigned)n)) q[j] = 1; }
  { for (auto j : ct::irange(0, n)) q[j] = 1; }
  { for (auto j : ct::irange(0, 1)) q[j] = 1; }
}
