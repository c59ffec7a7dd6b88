// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// fill, copy, for_each, find, accumulate on local arrays.
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/numeric>
#include <cuda_tile.h>
__tile_global__ void k(int* p) {
  cuda::std::array<int, 8> a;
  cuda::std::fill(a.begin(), a.end(), 3);
  cuda::std::iota(a.begin(), a.end(), p[0]);
  p[1] = cuda::std::accumulate(a.begin(), a.end(), 0);
  p[2] = cuda::std::find(a.begin(), a.end(), 5) - a.begin();
  cuda::std::copy(a.begin(), a.end(), p + 8);
  p[3] = cuda::std::all_of(a.begin(), a.end(), [](int x) { return x > 0; });
}
