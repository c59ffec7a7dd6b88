// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// complex arithmetic on scalars.
#include <cuda/std/complex>
#include <cuda_tile.h>
__tile_global__ void k(float* p) {
  cuda::std::complex<float> a{p[0], p[1]}, b{p[2], p[3]};
  auto c = a * b + a;
  p[4] = c.real();
  p[5] = c.imag();
}
