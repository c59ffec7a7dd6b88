// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutual recursion is shown as the cycle it is.
// RUN: not check-source %s 2>&1 | FileCheck %s
#include <cuda_tile.h>

__tile__ int odd(int n);
__tile__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__tile__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__tile_global__ void k(int *q) { q[0] = even(q[1]); }
// CHECK: recursion.cu:[[#@LINE-2]]:47: error: recursive call of 'even': recursion is not allowed in tile code, where calls are inlined
// CHECK: recursion.cu:[[#@LINE-4]]:48: note: through 'odd', called here
// CHECK-NOT: error:
