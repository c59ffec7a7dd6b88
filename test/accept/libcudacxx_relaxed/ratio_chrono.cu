// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// ratio and chrono durations.
#include <cuda/std/chrono>
#include <cuda/std/ratio>
#include <cuda_tile.h>
__tile_global__ void k(int* p) {
  cuda::std::chrono::milliseconds ms(5);
  p[0] = cuda::std::chrono::duration_cast<cuda::std::chrono::microseconds>(ms).count();
  p[1] = cuda::std::ratio<3, 6>::den;
}
