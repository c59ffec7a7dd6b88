// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars of the 16- and 8-bit floating classes are plain scalars with native operations.
// REQUIRES: cuda-headers
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

// CHECK-LABEL: @fp16
// CHECK: %[[X:.*]] = tile.load %arg0 : !tile.ptr<f16>
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[X]] : f16
// CHECK: arith.cmpf olt, %[[S]], %{{.*}} : f16
// CHECK: arith.negf
// CHECK: tile.itof %arg1 : i32 -> f16
// CHECK: tile.ftof %{{.*}} : f16 -> f32
extern "C" __tile_global__ void fp16(__half *h, int n, float *p) {
  __half x = h[0];
  x += x;
  if (x < __half(2.0f)) h[1] = -x;
  h[2] = __half(n);
  p[0] = __half2float(x) + float(h[3]);
}

// CHECK-LABEL: @bf16
// CHECK: arith.constant 1.500000e+00 : bf16
// CHECK: arith.mulf %{{.*}} : bf16
extern "C" __tile_global__ void bf16(__nv_bfloat16 *b) { b[0] = b[1] * __float2bfloat16(1.5f); }

// CHECK-LABEL: @fp8
// CHECK: tile.ftof %arg1 : f32 -> f8E4M3FN
// CHECK: tile.ftof %{{.*}} : f8E4M3FN -> f32
extern "C" __tile_global__ void fp8(__nv_fp8_e4m3 *e, float x, float *p) {
  e[0] = __nv_fp8_e4m3(x);
  p[0] = float(e[1]);
}
