// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// Bit counting at run time.
#include <cuda/std/bit>
#include <cuda_tile.h>
__tile_global__ void k(unsigned* p) {
  unsigned x = p[0];
  p[1] = cuda::std::popcount(x) + cuda::std::countl_zero(x) + cuda::std::countr_zero(x);
  p[2] = cuda::std::bit_ceil(x) + cuda::std::bit_floor(x) + cuda::std::rotl(x, 3) + cuda::std::has_single_bit(x);
}
