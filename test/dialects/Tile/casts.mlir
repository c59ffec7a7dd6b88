// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// What is printed is read back.

// CHECK-LABEL: func.func @casts
func.func @casts(%x: f32, %t: tensor<4xf32>, %i: tensor<4xi8>, %p: !tile.ptr<f32>) {
  // CHECK: tile.ftof %{{.*}} : f32 -> bf16
  %0 = tile.ftof %x : f32 -> bf16
  // CHECK: tile.ftof %{{.*}} : tensor<4xf32> -> tensor<4xf8E4M3FN>
  %1 = tile.ftof %t : tensor<4xf32> -> tensor<4xf8E4M3FN>
  // CHECK: tile.ftof %{{.*}} : tensor<4xf32> -> tensor<4xtf32>
  %2 = tile.ftof %t : tensor<4xf32> -> tensor<4xtf32>
  // CHECK: tile.ftof %{{.*}} : tensor<4xf32> -> tensor<4xf4E2M1FN>
  %3 = tile.ftof %t : tensor<4xf32> -> tensor<4xf4E2M1FN>
  // CHECK: tile.ftof %{{.*}} : tensor<4xf32> -> tensor<4xf8E8M0FNU>
  %4 = tile.ftof %t : tensor<4xf32> -> tensor<4xf8E8M0FNU>
  // CHECK: tile.ftoi %{{.*}} unsigned : tensor<4xf32> -> tensor<4xi16>
  %5 = tile.ftoi %t unsigned : tensor<4xf32> -> tensor<4xi16>
  // CHECK: tile.itof %{{.*}} : tensor<4xi8> -> tensor<4xf8E5M2>
  %6 = tile.itof %i : tensor<4xi8> -> tensor<4xf8E5M2>
  // CHECK: tile.bitcast %{{.*}} : tensor<4xi8> -> tensor<4xf8E5M2>
  %7 = tile.bitcast %i : tensor<4xi8> -> tensor<4xf8E5M2>
  // CHECK: tile.bitcast %{{.*}} : !tile.ptr<f32> -> i64
  %8 = tile.bitcast %p : !tile.ptr<f32> -> i64
  // CHECK: tile.bitcast %{{.*}} : !tile.ptr<f32> -> !tile.ptr<i8>
  %9 = tile.bitcast %p : !tile.ptr<f32> -> !tile.ptr<i8>
  return
}

// CHECK-LABEL: func.func @modes
func.func @modes(%a: tensor<4xf32>, %h: f16) {
  // CHECK: tile.addf %{{.*}}, %{{.*}} rounding<toward_zero> flush : tensor<4xf32>
  %0 = tile.addf %a, %a rounding<toward_zero> flush : tensor<4xf32>
  // CHECK: tile.subf %{{.*}}, %{{.*}} rounding<toward_negative> : f16
  %1 = tile.subf %h, %h rounding<toward_negative> : f16
  // CHECK: tile.mulf %{{.*}}, %{{.*}} flush : tensor<4xf32>
  %2 = tile.mulf %a, %a flush : tensor<4xf32>
  // CHECK: tile.divf %{{.*}}, %{{.*}} rounding<approximate> flush : tensor<4xf32>
  %3 = tile.divf %a, %a rounding<approximate> flush : tensor<4xf32>
  // CHECK: tile.fma %{{.*}}, %{{.*}}, %{{.*}} rounding<toward_positive> : tensor<4xf32>
  %4 = tile.fma %a, %a, %a rounding<toward_positive> : tensor<4xf32>
  // CHECK: tile.sqrt %{{.*}} rounding<approximate> : tensor<4xf32>
  %5 = tile.sqrt %a rounding<approximate> : tensor<4xf32>
  // CHECK: tile.rsqrt %{{.*}} flush : tensor<4xf32>
  %6 = tile.rsqrt %a flush : tensor<4xf32>
  // CHECK: tile.exp %{{.*}} rounding<approximate> : tensor<4xf32>
  %7 = tile.exp %a rounding<approximate> : tensor<4xf32>
  // CHECK: tile.exp2 %{{.*}} flush : tensor<4xf32>
  %8 = tile.exp2 %a flush : tensor<4xf32>
  // CHECK: tile.tanh %{{.*}} rounding<full> : tensor<4xf32>
  %9 = tile.tanh %a rounding<full> : tensor<4xf32>
  return
}
