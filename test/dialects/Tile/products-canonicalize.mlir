// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -canonicalize | FileCheck %s
// Integer MMAs, whose sums are exact in any order; sums of floats stay where the source has them.

// CHECK-LABEL: func.func @added
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xi8>, %[[B:.*]]: tensor<8x4xi8>, %[[C:.*]]: tensor<4x4xi32>)
// CHECK-NEXT: %[[R:.*]] = tile.mma %[[A]], %[[B]], %[[C]] unsigned_a
// CHECK-NEXT: return %[[R]]
func.func @added(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %c: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %zero = arith.constant dense<0> : tensor<4x4xi32>
  %0 = tile.mma %a, %b, %zero unsigned_a : tensor<4x8xi8>, tensor<8x4xi8>, tensor<4x4xi32>
  %1 = arith.addi %c, %0 : tensor<4x4xi32>
  return %1 : tensor<4x4xi32>
}

// Read twice, or not summed from zero.
// CHECK-LABEL: func.func @kept
// CHECK: tile.mma
// CHECK: arith.addi
// CHECK: tile.mma
// CHECK: arith.addi
func.func @kept(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %c: tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>) {
  %zero = arith.constant dense<0> : tensor<4x4xi32>
  %0 = tile.mma %a, %b, %zero : tensor<4x8xi8>, tensor<8x4xi8>, tensor<4x4xi32>
  %1 = arith.addi %c, %0 : tensor<4x4xi32>
  %2 = tile.mma %a, %b, %c : tensor<4x8xi8>, tensor<8x4xi8>, tensor<4x4xi32>
  %3 = arith.addi %2, %c : tensor<4x4xi32>
  return %0, %1, %3 : tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>
}

// CHECK-LABEL: func.func @of_zeros
// CHECK-SAME: (%{{.*}}: tensor<8x4xi8>, %[[C:.*]]: tensor<4x4xi32>)
// CHECK-NEXT: return %[[C]]
func.func @of_zeros(%b: tensor<8x4xi8>, %c: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %a = arith.constant dense<0> : tensor<4x8xi8>
  %0 = tile.mma %a, %b, %c : tensor<4x8xi8>, tensor<8x4xi8>, tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

// Zero times infinity is no zero; and who sums fp8 MMAs outside of the instruction wants them so.
// CHECK-LABEL: func.func @floats
// CHECK: tile.mma
// CHECK: tile.mma
// CHECK: arith.addf
func.func @floats(%a: tensor<4x32xf8E4M3FN>, %b: tensor<32x4xf8E4M3FN>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %none = arith.constant dense<0.0> : tensor<4x32xf8E4M3FN>
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %0 = tile.mma %none, %b, %c : tensor<4x32xf8E4M3FN>, tensor<32x4xf8E4M3FN>, tensor<4x4xf32>
  %1 = tile.mma %a, %b, %zero : tensor<4x32xf8E4M3FN>, tensor<32x4xf8E4M3FN>, tensor<4x4xf32>
  %2 = arith.addf %c, %1 : tensor<4x4xf32>
  return %0, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}
