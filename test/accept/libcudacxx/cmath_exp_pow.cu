// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More mathematics of libcu++ in tile code.
#include <cuda/std/cmath>
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = cuda::std::exp(p[1]) + cuda::std::pow(p[2], 2.f) + cuda::std::fabs(p[3]); }
