// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A whole program whose host code calls tile code is refused; where tile code alone is compiled it is warned of.
// RUN: not tilec -std=c++20 %s -c -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: tilec -std=c++20 %s -arch=sm_90a -o %t.ptx 2>&1 | FileCheck %s --check-prefix=ALONE
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile__ int f() {
  return 1;
}
__tile_global__ void k(int *p) {
  *p = f();
}
template <class T> int never() {
  return f();
}
int main() {
  // CHECK: host_calls.cu:[[#@LINE+2]]:10: error: tile function 'f' cannot be called by host code: declare it __host__ __tile__
  // ALONE: host_calls.cu:[[#@LINE+1]]:10: warning: tile function 'f' cannot be called by host code
  return f();
}
