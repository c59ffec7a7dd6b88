// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// store neither broadcasts nor narrows its value (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { ct::store(p + i, ct::full<Tile<float, 8>>(1.0f)); }
  { ct::store(p + ct::iota<Tile<int, 4, 8>>(), ct::broadcast(f, ct::shape<4, 8>{})); }
  { ct::store(p + i, ct::element_cast<float>(Tile<double, 8>{})); }
  { ct::store(p + i, f); }
}
