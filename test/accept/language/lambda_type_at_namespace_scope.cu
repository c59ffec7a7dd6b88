// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The type of a lambda that is written at namespace scope, called in tile code.
#include <cuda_tile.h>
using F = decltype([](int x) { return x + 1; });
constexpr auto twice = [](int x) { return 2 * x; };
__tile_global__ void k(int* p, int n) { p[0] = F{}(n); }
