// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda::std::array in tile code: construction, size, iteration over data.
#include <cuda/std/array>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  cuda::std::array<int, 4> a{1, 2, 3, 4};
  static_assert(a.size() == 4);
  float s = 0;
  for (int x : a) s += x;
  p[0] = s + a.front() + a.back();
}
