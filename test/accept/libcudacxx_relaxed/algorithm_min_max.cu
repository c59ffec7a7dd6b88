// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// min, max, clamp, minmax of libcu++ on scalars.
#include <cuda/std/algorithm>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p, int n) {
  int lo = cuda::std::max(0, n - 64), hi = cuda::std::min(n, 64);
  p[0] = lo + hi + cuda::std::clamp(p[1], 0, 9);
  p[1] = cuda::std::min({3, 1, n});
}
