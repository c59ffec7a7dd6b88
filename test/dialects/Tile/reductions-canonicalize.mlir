// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -canonicalize | FileCheck %s
// Reductions and scans: axes of extent 1, and results that nobody reads.

// Along an axis of extent 1 there is nothing to combine.
// CHECK-LABEL: func.func @unit
// CHECK-SAME: (%[[T:.*]]: tensor<4x1xi32>)
// CHECK-NEXT: return %[[T]]
func.func @unit(%t: tensor<4x1xi32>) -> tensor<4x1xi32> {
  %s = tile.scan %t axis = 1 : (tensor<4x1xi32>) -> tensor<4x1xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %r = tile.reduce %s axis = 1 : (tensor<4x1xi32>) -> tensor<4x1xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  return %r : tensor<4x1xi32>
}

// Of a sum and a largest element only the second is read.
// CHECK-LABEL: func.func @unread
// CHECK-SAME: (%{{.*}}: tensor<4x8xf32>, %[[I:.*]]: tensor<4x8xi32>)
// CHECK-NEXT: %[[R:.*]] = tile.reduce %[[I]] axis = 1 : (tensor<4x8xi32>) -> tensor<4x1xi32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK-NEXT:   %[[M:.*]] = arith.maxsi %[[A]], %[[B]] : i32
// CHECK-NEXT:   tile.yield %[[M]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @unread(%v: tensor<4x8xf32>, %i: tensor<4x8xi32>) -> tensor<4x1xi32> {
  %r:2 = tile.reduce %v, %i axis = 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x1xf32>, tensor<4x1xi32>) {
  ^bb0(%a: f32, %ia: i32, %b: f32, %ib: i32):
    %s = arith.addf %a, %b : f32
    %m = arith.maxsi %ia, %ib : i32
    tile.yield %s, %m : f32, i32
  }
  return %r#1 : tensor<4x1xi32>
}

// The position of the largest element is not found without the elements; their own result may go the other way.
// CHECK-LABEL: func.func @needed
// CHECK: tile.reduce %{{.*}}, %{{.*}} axis = 1
// CHECK: %[[S:.*]] = tile.scan %{{[a-z0-9]+}} axis = 1 reverse : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT:   %[[C:.*]] = arith.maximumf %[[A]], %[[B]] : f32
// CHECK-NEXT:   tile.yield %[[C]] : f32
func.func @needed(%v: tensor<4x8xf32>, %i: tensor<4x8xi32>) -> (tensor<4x1xi32>, tensor<4x8xf32>) {
  %r:2 = tile.reduce %v, %i axis = 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x1xf32>, tensor<4x1xi32>) {
  ^bb0(%a: f32, %ia: i32, %b: f32, %ib: i32):
    %c = arith.cmpf ogt, %a, %b : f32
    %x = arith.select %c, %a, %b : f32
    %y = arith.select %c, %ia, %ib : i32
    tile.yield %x, %y : f32, i32
  }
  %s:2 = tile.scan %v, %i axis = 1 reverse : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>) {
  ^bb0(%a: f32, %ia: i32, %b: f32, %ib: i32):
    %x = arith.maximumf %a, %b : f32
    %c = arith.cmpf oeq, %x, %a : f32
    %y = arith.select %c, %ia, %ib : i32
    tile.yield %x, %y : f32, i32
  }
  return %r#1, %s#0 : tensor<4x1xi32>, tensor<4x8xf32>
}

// With no result read the whole op goes.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: return
func.func @nothing(%v: tensor<8xf32>) {
  %r = tile.reduce %v axis = 0 : (tensor<8xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.yield %s : f32
  }
  return
}
