// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf and assert.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cassert>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: @prints
// CHECK: tile.print "%d %f\0A" %arg1, %{{.*}} : i32, f64
// CHECK: tile.print "%f\0A" %{{.*}} : tensor<2xf32>
// CHECK: tile.store %arg0, %c2_i32
extern "C" __tile_global__ void prints(int *q, int n, float x) {
  int count = printf("%d %f\n", n, x);
  printf("%f\n", ct::ones<ct::tile<float, ct::shape<2>>>());
  q[0] = count;
}

// CHECK-LABEL: @asserts
// CHECK: tile.assert %{{.*}}, "n > 0" in "{{.*}}asserts
extern "C" __tile_global__ void asserts(int n) { assert(n > 0); }
