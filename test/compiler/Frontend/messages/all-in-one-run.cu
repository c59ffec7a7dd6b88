// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mistakes that Clang finds and those that only our checks find are all reported in one run.
// RUN: not check-source %s 2>&1 | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T> __tile_global__ void k(T *p) {
  p[0] = p[0];
  p[1] = undeclared;
}
template __tile_global__ void k<int>(int *);
template __tile_global__ void k<float>(float *);
__tile_global__ void other(int *q) { q[threadIdx.x] = 1; }
// CHECK: error: use of undeclared identifier 'undeclared'
// CHECK: all-in-one-run.cu:[[#@LINE-2]]:40: error: 'threadIdx' does not exist in tile code
// CHECK-NOT: error:
