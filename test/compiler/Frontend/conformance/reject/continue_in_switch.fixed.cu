// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// continue in a switch needs a loop under that switch (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  for (int j = 0; j < n; ++j) { switch (j) { case 0: break; default: q[j] = 1; } }
}
