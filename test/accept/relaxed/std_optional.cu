// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// std::optional in tile code.
#include <optional>
#include <cuda_tile.h>
__tile__ std::optional<int> f(int n) { if (n > 3) return n; return {}; }
__tile_global__ void k(int* p, int n) { auto r = f(n); p[0] = r ? *r : r.value_or(2); }
