// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same for names of the run-time API's headers, which no source has to include.
// RUN: not check-source %s 2>&1 | FileCheck %s
__tile_global__ void k(float *p, int *q) {
  p[2] = __fdividef(p[2], 2.0f);
  // CHECK: undeclared.cu:[[#@LINE-1]]:10: error: '__fdividef' is no tile function; use 'cuda::tiles::div'
  q[0] = __shfl_sync(~0u, q[0], 1);
  // CHECK: undeclared.cu:[[#@LINE-1]]:10: error: '__shfl_sync' is a SIMT intrinsic: tile code has no threads
  atomicAdd(q, 1);
  // CHECK: undeclared.cu:[[#@LINE-1]]:3: error: 'atomicAdd' is 
}
