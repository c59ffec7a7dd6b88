// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays indexed by short loops stay out of memory: the loops are written out.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: @accumulators
// CHECK-NOT: alloca
// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK-NOT: scf.for
extern "C" __tile_global__ void accumulators(float *p, int n) {
  using T = ct::tile<float, ct::shape<8>>;
  auto io = p + ct::iota<ct::tile<int, ct::shape<8>>>();
  T sum[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) sum[i][j] = ct::zeros<T>();
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) sum[i][j] = sum[i][j] + ct::load(io + (k + i + j));
  ct::store(io, sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1]);
}

// Another access needs the memory anyway, so the loop stays a loop.
// CHECK-LABEL: @needs_memory
// CHECK: tile.alloca 16 bytes
// CHECK: scf.for %{{.*}} = %c0_i32 to %c4_i32
extern "C" __tile_global__ void needs_memory(int *q, int n) {
  int a[4];
  for (int i = 0; i < 4; ++i) a[i] = i;
  q[0] = a[n];
}

// Too many iterations to write out.
// CHECK-LABEL: @long_loop
// CHECK: tile.alloca
// CHECK: scf.for
extern "C" __tile_global__ void long_loop(int *q) {
  int a[40];
  for (int i = 0; i < 40; ++i) a[i] = q[i];
  q[0] = a[3];
}
