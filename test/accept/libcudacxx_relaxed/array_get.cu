// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// get and structured bindings of cuda::std::array.
#include <cuda/std/array>
#include <cuda_tile.h>
__tile_global__ void k(float* p) {
  cuda::std::array<float, 2> a{1, 2};
  auto [x, y] = a;
  p[0] = cuda::std::get<0>(a) + x + y;
}
