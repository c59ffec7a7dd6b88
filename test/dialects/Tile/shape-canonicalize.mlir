// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -canonicalize | FileCheck %s
// Constants move through shape ops; inverse and identity rearrangements vanish.

// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<8x8xf32>
// CHECK-NEXT: return %[[C]]
func.func @constants() -> tensor<8x8xf32> {
  %two = arith.constant 2.0 : f32
  %0 = tile.splat %two : tensor<4xf32>
  %1 = tile.reshape %0 : tensor<4xf32> -> tensor<1x4xf32>
  %2 = tile.broadcast %1 : tensor<1x4xf32> -> tensor<8x4xf32>
  %3 = tile.cat %2, %2 axis = 1 : tensor<8x4xf32>
  %4 = tile.permute %3 [1, 0] : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @inverse
// CHECK-SAME: (%[[T:.*]]: tensor<2x4x8xf32>)
// CHECK-NEXT: return %[[T]]
func.func @inverse(%t: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = tile.permute %t [2, 0, 1] : tensor<2x4x8xf32>
  %1 = tile.permute %0 [1, 2, 0] : tensor<8x2x4xf32>
  %2 = tile.reshape %1 : tensor<2x4x8xf32> -> tensor<64xf32>
  %3 = tile.reshape %2 : tensor<64xf32> -> tensor<2x4x8xf32>
  return %3 : tensor<2x4x8xf32>
}

// Permutations compose in order: dimension i of the result is dimension [2, 0, 1][[1, 0, 2][i]] of the source.
// CHECK-LABEL: func.func @composed
// CHECK: tile.permute %{{.*}} [0, 2, 1] : tensor<2x4x8xf32>
// CHECK-NOT: tile.permute
func.func @composed(%t: tensor<2x4x8xf32>) -> tensor<2x8x4xf32> {
  %0 = tile.permute %t [2, 0, 1] : tensor<2x4x8xf32>
  %1 = tile.permute %0 [1, 0, 2] : tensor<8x2x4xf32>
  return %1 : tensor<2x8x4xf32>
}

// CHECK-LABEL: func.func @scalar
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-NEXT: return %[[X]]
func.func @scalar(%x: f32) -> f32 {
  %0 = tile.splat %x : tensor<1x1xf32>
  %1 = tile.to_scalar %0 : tensor<1x1xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @sub_tiles
// CHECK-SAME: (%[[T:.*]]: tensor<8x8xf32>, %[[P:.*]]: tensor<4x4xf32>, %[[I:.*]]: i32, %{{.*}}: i32)
// CHECK: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
// CHECK: %[[M:.*]] = tile.insert %[[P]] into %[[T]]
// CHECK: %[[O:.*]] = tile.extract %[[M]]
// CHECK: return %[[P]], %[[T]], %[[T]], %[[C]], %[[O]]
func.func @sub_tiles(%t: tensor<8x8xf32>, %p: tensor<4x4xf32>, %i: i32, %j: i32) -> (tensor<4x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0 : i32
  %some = arith.constant dense<1.0> : tensor<4x4xf32>
  %all = arith.constant dense<1.0> : tensor<8x8xf32>
  %put = tile.insert %p into %t[%i, %i : i32, i32] : tensor<4x4xf32> into tensor<8x8xf32>
  %0 = tile.extract %put[%i, %i : i32, i32] : tensor<8x8xf32> -> tensor<4x4xf32>
  %read = tile.extract %t[%i, %j : i32, i32] : tensor<8x8xf32> -> tensor<4x4xf32>
  %1 = tile.insert %read into %t[%i, %j : i32, i32] : tensor<4x4xf32> into tensor<8x8xf32>
  %2 = tile.insert %t into %all[%zero, %zero : i32, i32] : tensor<8x8xf32> into tensor<8x8xf32>
  %3 = tile.insert %some into %all[%i, %j : i32, i32] : tensor<4x4xf32> into tensor<8x8xf32>
  %4 = tile.extract %put[%i, %j : i32, i32] : tensor<8x8xf32> -> tensor<4x4xf32>
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<4x4xf32>
}
