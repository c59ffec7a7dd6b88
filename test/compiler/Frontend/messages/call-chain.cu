// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An error in a function that a kernel reaches names the calls that lead there, instances of templates with their arguments.
// RUN: not check-source %s 2>&1 | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

int host(int x) { return x; }
template <class T, int N> __tile__ T inner(T x) { return host(x) + N; }
struct Adder {
  int offset;
  __tile__ int operator()(int x) const { return inner<int, 4>(x) + offset; }
};
__tile_global__ void k(int *q) {
  auto apply = [&](auto f) { return f(q[0]); };
  q[1] = apply(Adder{3});
}
// CHECK: call-chain.cu:[[#@LINE-9]]:58: error: host function 'host' cannot be called in tile code: only tile functions can; declare it __tile__
// CHECK: call-chain.cu:[[#@LINE-7]]:49: note: in tile function 'inner<int, 4>' called from here
// CHECK: call-chain.cu:[[#@LINE-5]]:37: note: in tile function 'Adder::operator()' called from here
// CHECK: call-chain.cu:[[#@LINE-5]]:10: note: in a lambda of tile code used here
// CHECK: call-chain.cu:[[#@LINE-14]]:5: note: 'host' is declared here
// CHECK-NOT: error:
