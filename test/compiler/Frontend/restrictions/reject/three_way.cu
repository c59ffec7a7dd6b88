// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// three-way comparison
#include <compare>
__tile_global__ void k(int *q, int n) {
  auto order = n <=> 3;      // expected: '<=>'
  q[0] = order < 0;
}
