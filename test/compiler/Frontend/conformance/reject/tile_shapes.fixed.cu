// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shapes that a tile cannot have (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { ct::tile<float, ct::shape<4>> g; }
  { ct::tile<float, ct::shape<1>> g; }
  { ct::tile<float, ct::shape<>> g; }
  { ct::tile<signed char, ct::shape<4096, 4096>> g; }
}
