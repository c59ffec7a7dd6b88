// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// A plain constexpr function called with run-time values from tile code.
#include <cuda_tile.h>
constexpr int cdiv(int a, int b) { return (a + b - 1) / b; }
template <class T> constexpr T sq(T x) { return x * x; }
__tile_global__ void k(int* p, int n) { for (int i = 0; i < cdiv(n, 32); ++i) p[i] = sq(i); }
