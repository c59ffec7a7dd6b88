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
