// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the C and CUDA libraries are refused by name, with what to use instead, declared or not.
// RUN: not check-source %s 2>&1 | FileCheck %s
#include <cmath>
#include <cstdlib>
#include <cuda_tile.h>

__tile_global__ void k(float *p, int *q) {
  p[0] = std::sqrt(p[0]);
  // CHECK: library-functions.cu:[[#@LINE-1]]:10: error: 'std::sqrt' is no tile function; use 'cuda::tiles::sqrt'
  p[1] = expf(p[1]);
  // CHECK: library-functions.cu:[[#@LINE-1]]:10: error: 'expf' is no tile function; use 'cuda::tiles::exp'
  p[3] = *static_cast<float *>(malloc(4));
  // CHECK: library-functions.cu:[[#@LINE-1]]:32: error: 'malloc' cannot be called in tile code: there is no heap
  __threadfence();
  // CHECK: library-functions.cu:[[#@LINE-1]]:3: error: '__threadfence' is a SIMT intrinsic: tile code has no threads and no barriers
}
// CHECK-NOT: error:
