// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-merge-reductions | FileCheck %s
// Reductions that can be done together are; each result stays with its operand and its combiner.

// A sum and a maximum with its place: the arguments of the region are first elements, then others.
// CHECK-LABEL: func @together
// CHECK: %[[M:.*]] = arith.mulf
// CHECK: %[[I:.*]] = arith.sitofp
// CHECK-NEXT: %[[R:.*]]:3 = tile.reduce %arg0, %[[M]], %[[I]] axis = 1
// CHECK-NEXT: ^bb0(%[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[A2:.*]]: f32, %[[B0:.*]]: f32, %[[B1:.*]]: f32, %[[B2:.*]]: f32)
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A0]], %[[B0]]
// CHECK-NEXT: %[[C:.*]] = arith.cmpf ogt, %[[A1]], %[[B1]]
// CHECK-NEXT: %[[V:.*]] = arith.select %[[C]], %[[A1]], %[[B1]]
// CHECK-NEXT: %[[P:.*]] = arith.select %[[C]], %[[A2]], %[[B2]]
// CHECK-NEXT: tile.yield %[[S]], %[[V]], %[[P]]
// CHECK: tile.print "%f" %[[R]]#0
// CHECK: tile.print "%f %f" %[[R]]#1, %[[R]]#2
func.func @together(%x: tensor<1x64xf32>) {
  %s = tile.reduce %x axis = 1 : (tensor<1x64xf32>) -> tensor<1x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  tile.print "%f" %s : tensor<1x1xf32>
  %m = arith.mulf %x, %x : tensor<1x64xf32>
  %i = tile.iota : tensor<64xi32>
  %r = tile.reshape %i : tensor<64xi32> -> tensor<1x64xi32>
  %f = arith.sitofp %r : tensor<1x64xi32> to tensor<1x64xf32>
  %p:2 = tile.reduce %m, %f axis = 1 : (tensor<1x64xf32>, tensor<1x64xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  ^bb0(%a: f32, %i0: f32, %b: f32, %i1: f32):
    %g = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %g, %a, %b : f32
    %w = arith.select %g, %i0, %i1 : f32
    tile.yield %v, %w : f32, f32
  }
  tile.print "%f %f" %p#0, %p#1 : tensor<1x1xf32>, tensor<1x1xf32>
  return
}

// The second needs the first.
// CHECK-LABEL: func @dependent
// CHECK-COUNT-2: tile.reduce
func.func @dependent(%x: tensor<64xf32>) -> tensor<1xf32> {
  %s = tile.reduce %x axis = 0 : (tensor<64xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %w = tile.broadcast %s : tensor<1xf32> -> tensor<64xf32>
  %d = arith.subf %x, %w : tensor<64xf32>
  %t = tile.reduce %d axis = 0 : (tensor<64xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  return %t : tensor<1xf32>
}

// The second's operand is loaded in between: nothing says that it could be earlier.
// CHECK-LABEL: func @loaded
// CHECK-COUNT-2: tile.reduce
func.func @loaded(%x: tensor<64xf32>, %p: tensor<64x!tile.ptr<f32>>) -> (tensor<1xf32>, tensor<1xf32>) {
  %s = tile.reduce %x axis = 0 : (tensor<64xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %y = tile.load %p : tensor<64x!tile.ptr<f32>>
  %t = tile.reduce %y axis = 0 : (tensor<64xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  return %s, %t : tensor<1xf32>, tensor<1xf32>
}

// Other axis, other shape, integers, plain maxima: as they are.
// CHECK-LABEL: func @apart
// CHECK-COUNT-6: tile.reduce %
func.func @apart(%x: tensor<8x8xf32>, %y: tensor<8x16xf32>, %i: tensor<8x8xi32>) {
  %0 = tile.reduce %x axis = 0 : (tensor<8x8xf32>) -> tensor<1x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %1 = tile.reduce %x axis = 1 : (tensor<8x8xf32>) -> tensor<8x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %2 = tile.reduce %y axis = 0 : (tensor<8x16xf32>) -> tensor<1x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %3 = tile.reduce %i axis = 0 : (tensor<8x8xi32>) -> tensor<1x8xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %4 = tile.reduce %i axis = 0 : (tensor<8x8xi32>) -> tensor<1x8xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.muli %a, %b : i32
    tile.yield %c : i32
  }
  %5 = tile.reduce %x axis = 0 : (tensor<8x8xf32>) -> tensor<1x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tile.yield %c : f32
  }
  tile.print "%f%f%f%d%d%f" %0, %1, %2, %3, %4, %5 : tensor<1x8xf32>, tensor<8x1xf32>, tensor<1x16xf32>, tensor<1x8xi32>, tensor<1x8xi32>, tensor<1x8xf32>
  return
}
