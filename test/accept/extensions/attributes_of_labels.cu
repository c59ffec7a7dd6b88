// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
__tile_global__ void k(int *p, int n) { if (n > 3) [[likely]] p[0] = 1; else [[unlikely]] p[0] = 2; for (int i = 0; i < n; ++i) { [[maybe_unused]] int u = i; if (i == 5) [[unlikely]] break; } switch (n) { case 1: p[1] = 1; [[fallthrough]]; case 2: p[1] = 2; break; [[likely]] default: p[1] = 3; } }
