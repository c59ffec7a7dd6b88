// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// libcu++'s mathematics in tile code.
#include <cuda/std/cmath>
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = cuda::std::sqrt(p[1]); }
