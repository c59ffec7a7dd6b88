// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// Subscripts of cuda::std::array, constant and at run time.
#include <cuda/std/array>
#include <cuda_tile.h>
__tile_global__ void k(float* p, int i) {
  cuda::std::array<float, 4> a{1, 2, 3, 4};
  a[1] = p[1];
  p[0] = a[i] + a[2];
}
