// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// std::max and std::min in tile code, in constants.
#include <algorithm>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  constexpr int n = std::max(16, 32), m = std::min(8, n);
  auto i = ct::iota<ct::tile<int, ct::shape<n * m>>>();
  ct::store(p + i, ct::load(p + i) * 2.f);
}
