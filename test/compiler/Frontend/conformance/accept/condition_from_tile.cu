// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a one-element tile of any rank works as a condition
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int n) {
  Tile<bool> a = n > 0;
  Tile<bool, 1, 1> b = ct::full<Tile<bool, 1, 1>>(true);
  if (a) p[0] = 1;
  if (b) p[1] = 2;
  Tile<int> c = n;
  while (c) c = c - 1;
}
