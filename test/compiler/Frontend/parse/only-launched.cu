// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch in host code instantiates its kernel, which is then checked.
// RUN: not check-source %s 2>&1 | FileCheck %s
template <int N> __tile_global__ void k(int *q) {
  if constexpr (N > 3)
    throw 1;
}
void launch(int *q) {
  k<3><<<1>>>(q);
  k<4><<<1>>>(q);
}
// CHECK: only-launched.cu:6:5: error: 'throw' is not allowed in tile code
// CHECK-NOT: error:
