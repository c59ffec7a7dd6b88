// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -canonicalize | FileCheck %s
// Arithmetic in a mode: constants in each direction, neutral operands, and what has to stay because it is not exact.

// A third, in the four directions: 0x3eaaaaab is above it, 0x3eaaaaaa below. 1 + 2^-25 becomes 1 or the next float.
// CHECK-LABEL: func.func @directions
// CHECK-DAG: %[[ABOVE:.*]] = arith.constant 0.333333343 : f32
// CHECK-DAG: %[[BELOW:.*]] = arith.constant 0.333333313 : f32
// CHECK-DAG: %[[NEXT:.*]] = arith.constant 1.00000012 : f32
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: return %[[ABOVE]], %[[BELOW]], %[[BELOW]], %[[ABOVE]], %[[NEXT]], %[[ONE]]
func.func @directions() -> (f32, f32, f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %tiny = arith.constant 2.98023224e-8 : f32
  %0 = tile.divf %one, %three : f32
  %1 = tile.divf %one, %three rounding<toward_zero> : f32
  %2 = tile.divf %one, %three rounding<toward_negative> : f32
  %3 = tile.divf %one, %three rounding<toward_positive> : f32
  %4 = tile.addf %one, %tiny rounding<toward_positive> : f32
  %5 = tile.subf %one, %tiny rounding<ties_to_even> : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @tiles
// CHECK: %[[C:.*]] = arith.constant dense<1.000000e+01> : tensor<4xf64>
// CHECK-NEXT: return %[[C]]
func.func @tiles() -> tensor<4xf64> {
  %a = arith.constant dense<4.0> : tensor<4xf64>
  %b = arith.constant dense<2.5> : tensor<4xf64>
  %0 = tile.mulf %a, %b rounding<toward_zero> : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @neutral
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @neutral(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %minus = arith.constant dense<-0.0> : tensor<4xf32>
  %0 = tile.mulf %x, %one rounding<toward_zero> : tensor<4xf32>
  %1 = tile.mulf %one, %x rounding<toward_negative> : tensor<4xf32>
  %2 = tile.divf %x, %one rounding<toward_positive> : tensor<4xf32>
  %3 = tile.addf %x, %minus rounding<toward_zero> : tensor<4xf32>
  %4 = tile.subf %x, %zero rounding<toward_positive> : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -0 + 0 is 0; toward negative infinity 0 + -0 is -0; flushing and approximate functions change more than the sum.
// CHECK-LABEL: func.func @not_neutral
// CHECK-COUNT-5: tile.{{(addf|subf|mulf|divf)}}
func.func @not_neutral(%x: f32) -> (f32, f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %0 = tile.addf %x, %zero rounding<toward_zero> : f32
  %1 = tile.addf %x, %minus rounding<toward_negative> : f32
  %2 = tile.mulf %x, %one flush : f32
  %3 = tile.divf %x, %one rounding<approximate> : f32
  %4 = tile.subf %x, %zero rounding<toward_negative> : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// The bits of a NaN and the double rounding of f16 are the device's.
// CHECK-LABEL: func.func @left_to_the_device
// CHECK: tile.divf
// CHECK: tile.addf
func.func @left_to_the_device() -> (f32, f16) {
  %zero = arith.constant 0.0 : f32
  %a = arith.constant 1.0 : f16
  %b = arith.constant 0.1 : f16
  %0 = tile.divf %zero, %zero rounding<toward_zero> : f32
  %1 = tile.addf %a, %b rounding<toward_positive> : f16
  return %0, %1 : f32, f16
}

// CHECK-LABEL: func.func @fma
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK: %[[A:.*]] = tile.addf %[[X]], %[[Y]] rounding<toward_zero> : f32
// CHECK: %[[B:.*]] = tile.addf %[[X]], %[[Y]] rounding<toward_positive> : f32
// CHECK: %[[C:.*]] = tile.fma
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @fma(%x: f32, %y: f32) -> (f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = tile.fma %one, %x, %y rounding<toward_zero> : f32
  %1 = tile.fma %x, %one, %y rounding<toward_positive> : f32
  %2 = tile.fma %x, %one, %y flush : f32
  return %0, %1, %2 : f32, f32, f32
}
