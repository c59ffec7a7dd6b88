// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++23 -ccbin clang++-22
// C++23: static constexpr variables in constexpr functions, auto(x), alias in for-init.
#include <cuda_tile.h>
__tile__ constexpr int table(int i) { static constexpr int t[4] = {1, 2, 3, 4}; return t[i & 1 ? 1 : 2]; }
__tile_global__ void k(int* p, int n) {
  p[0] = auto(n) + auto{n};
  if (using T = int; T(n) > 3) p[1] = table(3);
}
