// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hints on kernels and on statements
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

template <int OCC, int CTAS> [[using cutile: hint(1000, num_cta_in_cga = CTAS), hint(900, occupancy = OCC, num_worker_warps_per_cta = 8), ]]
__tile_global__ void a(float* p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  Tile<float, 8> t;
  [[cutile::hint(0, latency = 4, allow_tma = false)]] t = v.load(0);
  [[cutile::hint(900, latency = OCC)]] auto u = v.load(1);
  [[cutile::hint(900, allow_tma = true)]] v.store(t + u, 2);
  auto f = [&] { [[cutile::hint(900, latency = 10)]] t = ct::load(p + ct::iota<Tile<int, 8>>()); };
  f();
}
template __tile_global__ void a<2, 4>(float*, int);
__tile_global__ [[cutile::hint(900, occupancy = 4)]] void b(float* p) { p[0] = 1; }
[[cutile::hint(900, occupancy = 4)]] __tile_global__ void c(float* p);
__tile_global__ void c(float* p) { p[0] = 1; }
