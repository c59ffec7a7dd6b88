// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-narrow-integers --canonicalize | FileCheck %s
// A mask of two upper bounds of one number is a comparison with the smaller, where that is one for a whole row.
#all = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#rows = #tile_gpu.layout<register = [[8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = []>
#columns = #tile_gpu.layout<register = [[0, 1], [0, 8]], lane = [[0, 2], [0, 4], [0, 0], [0, 0], [0, 0]], warp = []>
!numbers = tensor<16x16xi32, #all>
!mask = tensor<16x16xi1, #all>

// Causal attention: columns up to the row's own, and below a count that may be anything.
// CHECK-LABEL: func @causal
// CHECK-SAME: %[[ROWS:.*]]: tensor<16x1xi32, #{{.*}}>, %[[N:.*]]: i32
// CHECK: %[[COLUMNS:.*]] = tile.iota
// CHECK-DAG: %[[SPREAD:.*]] = tile_gpu.broadcast %[[COLUMNS]]
// CHECK-DAG: %[[FROM_ZERO:.*]] = arith.maxsi %[[N]], %c0_i32
// CHECK-DAG: %[[LAST:.*]] = arith.subi %[[FROM_ZERO]], %c1_i32
// CHECK-DAG: %[[SPLAT:.*]] = tile.splat %[[LAST]]
// CHECK-DAG: %[[LEAST:.*]] = arith.minsi %[[ROWS]], %[[SPLAT]]
// CHECK-DAG: %[[BOUND:.*]] = tile_gpu.broadcast %[[LEAST]]
// CHECK: %[[MASK:.*]] = arith.cmpi sle, %[[SPREAD]], %[[BOUND]]
// CHECK-NEXT: return %[[MASK]]
func.func @causal(%row: tensor<16x1xi32, #rows>, %n: i32) -> !mask {
  %column = tile.iota : tensor<1x16xi32, #columns>
  %x = tile_gpu.broadcast %column : tensor<1x16xi32, #columns> -> !numbers
  %y = tile_gpu.broadcast %row : tensor<16x1xi32, #rows> -> !numbers
  %visible = arith.cmpi sle, %x, %y : !numbers
  %count = tile.splat %n : tensor<1x16xi32, #columns>
  %below = arith.cmpi slt, %column, %count : tensor<1x16xi32, #columns>
  %inside = tile_gpu.broadcast %below : tensor<1x16xi1, #columns> -> !mask
  %mask = arith.andi %visible, %inside : !mask
  return %mask : !mask
}

// The same bound among others, on either side.
// CHECK-LABEL: func @window
// CHECK: %[[BOUND:.*]] = tile_gpu.broadcast %{{.*}} : tensor<16x1xi32, #{{.*}}>
// CHECK-COUNT-2: arith.cmpi
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @window(%row: tensor<16x1xi32, #rows>, %first: !numbers, %n: i32) -> !mask {
  %column = tile.iota : tensor<1x16xi32, #columns>
  %x = tile_gpu.broadcast %column : tensor<1x16xi32, #columns> -> !numbers
  %y = tile_gpu.broadcast %row : tensor<16x1xi32, #rows> -> !numbers
  %visible = arith.cmpi sle, %x, %y : !numbers
  %late = arith.cmpi sgt, %x, %first : !numbers
  %both = arith.andi %late, %visible : !mask
  %count = tile.splat %n : !numbers
  %inside = arith.cmpi slt, %x, %count : !numbers
  %mask = arith.andi %inside, %both : !mask
  return %mask : !mask
}

// Numbers below zero would be below a count of zero: two comparisons, unless both are strict.
// CHECK-LABEL: func @any_numbers
// CHECK: arith.cmpi sle
// CHECK: arith.cmpi slt
// CHECK: %[[FIRST:.*]] = arith.andi
// CHECK: arith.minsi
// CHECK: %[[SECOND:.*]] = arith.cmpi slt
// CHECK-NEXT: return %[[FIRST]], %[[SECOND]]
func.func @any_numbers(%x: !numbers, %row: tensor<16x1xi32, #rows>, %n: i32) -> (!mask, !mask) {
  %y = tile_gpu.broadcast %row : tensor<16x1xi32, #rows> -> !numbers
  %count = tile.splat %n : !numbers
  %visible = arith.cmpi sle, %x, %y : !numbers
  %inside = arith.cmpi slt, %x, %count : !numbers
  %mask = arith.andi %visible, %inside : !mask
  %before = arith.cmpi slt, %x, %y : !numbers
  %inside2 = arith.cmpi slt, %x, %count : !numbers
  %mask2 = arith.andi %before, %inside2 : !mask
  return %mask, %mask2 : !mask, !mask
}

// A bound that each register has of its own is as many minima as comparisons; one that others use stays; a count that
// is only known behind the bound cannot be in it.
// CHECK-LABEL: func @as_they_are
// CHECK-NOT: arith.minsi
// CHECK: return
func.func @as_they_are(%bounds: !numbers, %row: tensor<16x1xi32, #rows>, %n: i32) -> (!mask, !mask, !mask, !mask) {
  %column = tile.iota : tensor<1x16xi32, #columns>
  %x = tile_gpu.broadcast %column : tensor<1x16xi32, #columns> -> !numbers
  %y = tile_gpu.broadcast %row : tensor<16x1xi32, #rows> -> !numbers
  %count = tile.splat %n : !numbers
  %inside = arith.cmpi slt, %x, %count : !numbers
  %own = arith.cmpi sle, %x, %bounds : !numbers
  %mask = arith.andi %own, %inside : !mask
  %visible = arith.cmpi sle, %x, %y : !numbers
  %mask2 = arith.andi %visible, %inside : !mask
  %late = arith.cmpi sle, %x, %y {late} : !numbers
  %twice = arith.muli %n, %n : i32
  %count2 = tile.splat %twice : !numbers
  %inside2 = arith.cmpi slt, %x, %count2 : !numbers
  %mask3 = arith.andi %late, %inside2 : !mask
  return %mask, %visible, %mask2, %mask3 : !mask, !mask, !mask, !mask
}
