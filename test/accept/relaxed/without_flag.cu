// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plain constexpr function in tile code without the flag.
#include <cuda_tile.h>
constexpr int cdiv(int a, int b) { return (a + b - 1) / b; }
__tile_global__ void k(int* p, int n) { constexpr int c = cdiv(100, 32); p[0] = c; }
