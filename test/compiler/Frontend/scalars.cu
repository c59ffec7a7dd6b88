// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars keep C++'s meaning: promotion, signedness, overflow, conversions to bool.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>

// Signed arithmetic may not overflow; unsigned arithmetic wraps; char is promoted to int first.
// CHECK-LABEL: @signs
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
// CHECK: arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.divsi
// CHECK: arith.divui
// CHECK: arith.shrsi
// CHECK: arith.shrui
extern "C" __tile_global__ void signs(int *q, unsigned *w, signed char c, int a, int b, unsigned u, unsigned v) {
  q[0] = a + b;
  w[0] = u + v;
  q[1] = c * 2;
  q[2] = a / b;
  w[1] = u / v;
  q[3] = a >> b;
  w[2] = u >> b;
}

// NaN is true, so the comparison with zero is unordered.
// CHECK-LABEL: @to_bool
// CHECK: arith.cmpf une, %arg1, %{{.*}} : f32
// CHECK: arith.cmpi ne, %arg2, %{{.*}} : i32
// CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : i64
extern "C" __tile_global__ void to_bool(bool *q, float f, int i, const int *p) {
  q[0] = f;
  q[1] = i;
  q[2] = p;
}

// CHECK-LABEL: @conversions
// CHECK: tile.ftoi %arg1 : f32 -> i32
// CHECK: tile.ftoi %arg1 unsigned : f32 -> i32
// CHECK: tile.itof %arg2 : i32 -> f32
// CHECK: tile.itof %arg3 unsigned : i32 -> f32
// CHECK: tile.ftof %arg1 : f32 -> f64
extern "C" __tile_global__ void conversions(float *q, float f, int i, unsigned u, int *w, double *d) {
  w[0] = (int)f;
  ((unsigned *)w)[1] = (unsigned)f;
  q[0] = i;
  q[1] = u;
  d[0] = f;
}

// A product and its sum are contracted, unless -fmad=false.
// CHECK-LABEL: @contract
// CHECK: math.fma
// CHECK-NOT: arith.mulf
// RUN: tilec --emit=tile -fmad=false %s -o - | FileCheck %s --check-prefix=EXACT
// EXACT-LABEL: @contract
// EXACT: arith.mulf
// EXACT: arith.addf
extern "C" __tile_global__ void contract(float *q, float a, float b) { q[0] = a * b + q[0]; }

// What Clang can evaluate becomes no op.
// CHECK-LABEL: @constants
// CHECK-DAG: arith.constant 42 : i32
// CHECK-NOT: arith.addi
// CHECK: return
consteval int six() { return 6; }
extern "C" __tile_global__ void constants(int *q) {
  constexpr int seven = 7;
  q[0] = six() * seven;
}

// An unsigned index is widened, since offsets are signed.
// CHECK-LABEL: @indices
// CHECK: tile.offset %arg0, %arg1 : !tile.ptr<i32>, i32
// CHECK: %[[WIDE:.*]] = arith.extui %arg2 : i32 to i64
// CHECK: tile.offset %arg0, %[[WIDE]] : !tile.ptr<i32>, i64
extern "C" __tile_global__ void indices(int *q, int i, unsigned u) {
  q[i] = 1;
  q[u] = 2;
}
