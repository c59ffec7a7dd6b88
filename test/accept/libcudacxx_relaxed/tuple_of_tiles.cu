// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// A tuple of tiles returned from a tile function.
#include <cuda/std/tuple>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> __tile__ auto stats(T x) { return cuda::std::tuple{ct::sum(x, 0_ic), ct::sum(x * x, 0_ic)}; }
__tile_global__ void k(float* p) {
  auto x = ct::load(p + ct::iota<ct::tile<int, ct::shape<128>>>());
  auto [s, q] = stats(x);
  p[0] = (float)s;
  p[1] = (float)q;
}
