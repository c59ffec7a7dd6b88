// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reshape, broadcast, cat and extract with shapes that do not fit (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::reshape(f, ct::shape<2, 4>{}); }
  { auto x = ct::broadcast(f, ct::shape<4, 8>{}); }
  { auto x = ct::cat<0>(f, Tile<float, 8>{}); }
  { auto x = ct::cat<0>(f, ct::element_cast<float>(Tile<double, 8>{})); }
  { auto x = ct::extract(Tile<float, 4, 8>{}, ct::shape<2, 8>{}, 0, 0); }
  { auto x = ct::extract(f, ct::shape<4>{}, 0); }
}
