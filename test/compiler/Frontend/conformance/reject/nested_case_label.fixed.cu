// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// case labels stand directly in the switch body (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  switch (n) { case 0: if (q[0]) { q[1] = 2; } break; case 1: q[1] = 2; break; default:; }
}
