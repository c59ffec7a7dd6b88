// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// std::pair and std::tuple of tiles and scalars.
#include <tuple>
#include <utility>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> __tile__ auto moments(T x) { return std::pair(ct::sum(x, 0_ic), ct::sum(x * x, 0_ic)); }
__tile_global__ void k(float* p) {
  auto x = ct::load(p + ct::iota<ct::tile<int, ct::shape<64>>>());
  auto [s, q] = moments(x);
  std::tuple<int, float> t{1, 2.f};
  p[0] = (float)s + (float)q + std::get<1>(t);
}
