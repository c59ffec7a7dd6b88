// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select: one type for both values, which the condition does not enlarge (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::select(i < n, f, ct::zeros<Tile<float, 8>>()); }
  { auto x = ct::select(Tile<bool, 4, 8>{}, Tile<float, 4, 8>{}, Tile<float, 4, 8>{}); }
}
