// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// cuda::ceil_div and friends of cuda/cmath in tile and host code.
#include <cuda/cmath>
#include <cuda_tile.h>
__tile_global__ void k(int* p, int n) { p[0] = cuda::ceil_div(n, 32); p[1] = cuda::round_up(n, 32); }
int grid(int n) { return cuda::ceil_div(n, 128); }
