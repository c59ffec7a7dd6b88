// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bit_cast, popcount, countl_zero, has_single_bit, bit_ceil, rotl.
#include <cuda/std/bit>
#include <cuda_tile.h>
__tile_global__ void k(unsigned* p, float* f) {
  unsigned x = p[0];
  p[1] = cuda::std::bit_cast<unsigned>(f[0]);
  f[1] = cuda::std::bit_cast<float>(x);
  constexpr int n = cuda::std::bit_width(255u);
  p[2] = n;
}
