// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s --emit=tile-gpu -o - | FileCheck %s
// A pointer that moves through a loop or comes out of a branch may meet what other lanes wrote, also behind __restrict__.
#include <cuda_tile.h>

// CHECK-LABEL: @carried
// CHECK: scf.for
// CHECK: tile_gpu.load
// CHECK: tile_gpu.memory_barrier
// CHECK: return
extern "C" __tile_global__ void carried(float* p, int n) {
  float* q = p;
  for (int i = 0; i < n; ++i) {
    float x = q[0];
    q[1] = x + 1;
    q += 1;
  }
}

// CHECK-LABEL: @chosen
// CHECK: tile_gpu.store
// CHECK: tile_gpu.memory_barrier
// CHECK: tile_gpu.load
extern "C" __tile_global__ void chosen(float* p, float* out, int n) {
  float* q = n > 3 ? p + 1 : p;
  q[0] = 5;
  out[0] = p[1];
}

// CHECK-LABEL: @searched
// CHECK: tile_gpu.store
// CHECK: tile_gpu.memory_barrier
// CHECK: tile_gpu.load
extern "C" __tile_global__ void searched(float* __restrict__ p, float* __restrict__ out, int n, int m) {
  float* q = p;
  while (m > 0) {
    q += n;
    m /= 3;
  }
  q[0] = 5;
  out[0] = p[1];
}
