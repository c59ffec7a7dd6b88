// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// std::max at run time in tile code.
#include <algorithm>
#include <cuda_tile.h>
__tile_global__ void k(int* p, int n) { p[0] = std::max(n, p[1]); p[1] = std::clamp(n, 0, 5); }
