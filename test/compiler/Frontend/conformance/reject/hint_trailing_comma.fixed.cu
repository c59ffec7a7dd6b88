// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no trailing comma inside the argument list (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  [[cutile::hint(900, latency = 2), ]] ct::store(p + i, f);
}
