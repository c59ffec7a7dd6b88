// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hints that are ignored with a warning: bad value, bad place, unknown key, unknown architecture
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

[[cutile::hint(900, occupancy = 33, no_such_key = 1)]] __tile_global__ void a(float* p, int n) {
  [[cutile::hint(900, latency = 3)]] for (int i = 0; i < n; ++i) p[i] = 1;
  [[cutile::hint(900, latency = 11)]] ct::store(p + ct::iota<Tile<int, 8>>(), ct::ones<Tile<float, 8>>());
}
[[cutile::hint(905, occupancy = 2)]] __tile_global__ void b(float* p) { p[0] = 1; }
[[cutile::hint(900, occupancy = 2, occupancy = 4)]] __tile_global__ void c(float* p) { p[0] = 1; }
