// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -canonicalize | FileCheck %s
// Widening and coming back is nothing; narrowing and coming back is not.

// CHECK-LABEL: func.func @there_and_back
// CHECK-SAME: (%[[X:.*]]: f16)
// CHECK-NEXT: return %[[X]]
func.func @there_and_back(%x: f16) -> f16 {
  %0 = tile.ftof %x : f16 -> f32
  %1 = tile.ftof %0 : f32 -> f16
  return %1 : f16
}

// CHECK-LABEL: func.func @widened_twice
// CHECK-NEXT: tile.ftof %{{.*}} : f8E4M3FN -> f64
// CHECK-NEXT: return
func.func @widened_twice(%x: f8E4M3FN) -> f64 {
  %0 = tile.ftof %x : f8E4M3FN -> f16
  %1 = tile.ftof %0 : f16 -> f64
  return %1 : f64
}

// CHECK-LABEL: func.func @narrowed_first
// CHECK-COUNT-2: tile.ftof
func.func @narrowed_first(%x: f32) -> f32 {
  %0 = tile.ftof %x : f32 -> bf16
  %1 = tile.ftof %0 : bf16 -> f32
  return %1 : f32
}

// bf16 has the range but not the precision of f16.
// CHECK-LABEL: func.func @half_through_bf16
// CHECK-COUNT-2: tile.ftof
func.func @half_through_bf16(%x: f16) -> f16 {
  %0 = tile.ftof %x : f16 -> bf16
  %1 = tile.ftof %0 : bf16 -> f16
  return %1 : f16
}

// CHECK-LABEL: func.func @bits
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-NEXT: return %[[X]]
func.func @bits(%x: f32) -> f32 {
  %0 = tile.bitcast %x : f32 -> i32
  %1 = tile.bitcast %0 : i32 -> f32
  return %1 : f32
}

// Constants that convert exactly.
// CHECK-LABEL: func.func @exact
// CHECK-DAG: %[[H:.*]] = arith.constant 2.500000e+00 : f16
// CHECK-DAG: %[[I:.*]] = arith.constant dense<-2> : tensor<4xi8>
// CHECK-DAG: %[[U:.*]] = arith.constant -56 : i8
// CHECK-DAG: %[[F:.*]] = arith.constant 2.550000e+02 : f32
// CHECK-DAG: %[[B:.*]] = arith.constant 1065353216 : i32
// CHECK-DAG: %[[G:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: return %[[H]], %[[I]], %[[U]], %[[F]], %[[B]], %[[G]]
func.func @exact() -> (f16, tensor<4xi8>, i8, f32, i32, f32) {
  %a = arith.constant 2.5 : f32
  %b = arith.constant dense<-2.75> : tensor<4xf32>
  %c = arith.constant 200.0 : f32
  %d = arith.constant -1 : i8
  %e = arith.constant 1.0 : f32
  %f = arith.constant 1065353216 : i32
  %0 = tile.ftof %a : f32 -> f16
  %1 = tile.ftoi %b : tensor<4xf32> -> tensor<4xi8>
  %2 = tile.ftoi %c unsigned : f32 -> i8
  %3 = tile.itof %d unsigned : i8 -> f32
  %4 = tile.bitcast %e : f32 -> i32
  %5 = tile.bitcast %f : i32 -> f32
  return %0, %1, %2, %3, %4, %5 : f16, tensor<4xi8>, i8, f32, i32, f32
}

// Rounding, saturation and NaN are left to who executes the kernel; out of range there is no value to fold to.
// CHECK-LABEL: func.func @inexact
// CHECK: tile.ftof
// CHECK: tile.ftof
// CHECK: tile.ftof
// CHECK: tile.itof
// CHECK: tile.ftoi
func.func @inexact() -> (f16, f8E4M3FN, f16, f32, i8) {
  %a = arith.constant 0.1 : f32
  %b = arith.constant 1000.0 : f32
  %c = arith.constant 0x7FC00000 : f32
  %d = arith.constant 16777217 : i32
  %e = arith.constant 128.0 : f32
  %0 = tile.ftof %a : f32 -> f16
  %1 = tile.ftof %b : f32 -> f8E4M3FN
  %2 = tile.ftof %c : f32 -> f16
  %3 = tile.itof %d : i32 -> f32
  %4 = tile.ftoi %e : f32 -> i8
  return %0, %1, %2, %3, %4 : f16, f8E4M3FN, f16, f32, i8
}
