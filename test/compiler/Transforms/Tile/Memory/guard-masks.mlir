// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt --tile-guard-masks=least-elements=512 --canonicalize %s | FileCheck %s
// RUN: tile-opt --tile-guard-masks %s | FileCheck %s --check-prefix=SMALL
// SMALL-NOT: scf.if
// A mask is evaluated in those iterations only in which it masks something.

// Rows from %first on, columns from 32 * %i on, 32 of them: all of a tile passes up to %i = (%first - 31) / 32.
// CHECK-LABEL: func.func @causal(
// CHECK-SAME: %[[X:.*]]: tensor<16x16xf16>, %[[Y:.*]]: tensor<16x32xf16>, %[[FIRST:.*]]: i32, %[[N:.*]]: i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[FIRST]] : i32 to i64
// CHECK: %[[SUM:.*]] = arith.addi %[[WIDE]], %c1_i64
// CHECK: %[[END:.*]] = arith.shrsi %[[SUM]], %c5_i64
// CHECK: %[[MIN:.*]] = arith.minsi %[[END]]
// CHECK: %[[MAX:.*]] = arith.maxsi %[[MIN]], %c0_i64
// CHECK: %[[BOUND:.*]] = arith.trunci %[[MAX]] : i64 to i32
// CHECK: scf.for %[[I:[a-z0-9]+]] = %c0_i32 to %[[N]]
// CHECK: %[[D:.*]] = tile.mma
// CHECK: %[[CUT:.*]] = arith.cmpi sge, %[[I]], %[[BOUND]] : i32
// CHECK: %[[R:.*]] = scf.if %[[CUT]] -> (tensor<16x32xf32>) {
// CHECK: %[[SEEN:.*]] = arith.cmpi sge
// CHECK: %[[S:.*]] = arith.select %[[SEEN]], %[[D]], %{{.*}}
// CHECK: scf.yield %[[S]]
// CHECK: } else {
// CHECK: scf.yield %[[D]]
// CHECK: scf.yield %[[R]]
func.func @causal(%x: tensor<16x16xf16>, %y: tensor<16x32xf16>, %first: i32, %n: i32) -> tensor<16x32xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %low = arith.constant dense<-1.0e30> : tensor<16x32xf32>
  %places = tile.iota : tensor<16xi32>
  %start = tile.splat %first : tensor<16xi32>
  %numbers = arith.addi %start, %places overflow<nsw> : tensor<16xi32>
  %column_of_rows = tile.reshape %numbers : tensor<16xi32> -> tensor<16x1xi32>
  %rows = tile.broadcast %column_of_rows : tensor<16x1xi32> -> tensor<16x32xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x32xf16>, tensor<16x32xf32>
    %at = arith.muli %i, %c32 overflow<nsw> : i32
    %from = tile.splat %at : tensor<32xi32>
    %iota = tile.iota : tensor<32xi32>
    %numbers2 = arith.addi %from, %iota overflow<nsw> : tensor<32xi32>
    %row = tile.reshape %numbers2 : tensor<32xi32> -> tensor<1x32xi32>
    %columns = tile.broadcast %row : tensor<1x32xi32> -> tensor<16x32xi32>
    %seen = arith.cmpi sge, %rows, %columns : tensor<16x32xi32>
    %m = arith.select %seen, %d, %low : tensor<16x32xi1>, tensor<16x32xf32>
    scf.yield %m : tensor<16x32xf32>
  }
  return %r : tensor<16x32xf32>
}

// What is masked out, of a window: columns below %first or from %last on.
// CHECK-LABEL: func.func @window(
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: %[[BEHIND:.*]] = arith.cmpi sge, %[[I]], %{{.*}} : i32
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : i32
// CHECK: %[[CUT:.*]] = arith.ori %[[BEHIND]], %[[BEFORE]] : i1
// CHECK: scf.if %[[CUT]]
func.func @window(%x: tensor<16x16xf16>, %y: tensor<16x32xf16>, %first: i32, %last: i32, %n: i32) -> tensor<16x32xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %low = arith.constant dense<-1.0e30> : tensor<16x32xf32>
  %begin = tile.splat %first : tensor<1x32xi32>
  %end = tile.splat %last : tensor<1x32xi32>
  %iota = tile.iota : tensor<1x32xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x32xf16>, tensor<16x32xf32>
    %at = arith.muli %i, %c32 overflow<nsw> : i32
    %from = tile.splat %at : tensor<1x32xi32>
    %columns = arith.addi %from, %iota overflow<nsw> : tensor<1x32xi32>
    %before = arith.cmpi slt, %columns, %begin : tensor<1x32xi32>
    %behind = arith.cmpi sge, %columns, %end : tensor<1x32xi32>
    %either = arith.ori %before, %behind : tensor<1x32xi1>
    %out = tile.broadcast %either : tensor<1x32xi1> -> tensor<16x32xi1>
    %m = arith.select %out, %low, %d : tensor<16x32xi1>, tensor<16x32xf32>
    scf.yield %m : tensor<16x32xf32>
  }
  return %r : tensor<16x32xf32>
}

// 128 columns in 4 iterations of 32.
// CHECK-LABEL: func.func @everywhere(
// CHECK-NOT: arith.select
// CHECK-NOT: scf.if
func.func @everywhere(%x: tensor<16x16xf16>, %y: tensor<16x32xf16>) -> tensor<16x32xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %low = arith.constant dense<-1.0e30> : tensor<16x32xf32>
  %end = arith.constant dense<128> : tensor<1x32xi32>
  %iota = tile.iota : tensor<1x32xi32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x32xf16>, tensor<16x32xf32>
    %at = arith.muli %i, %c32 overflow<nsw> : i32
    %from = tile.splat %at : tensor<1x32xi32>
    %columns = arith.addi %from, %iota overflow<nsw> : tensor<1x32xi32>
    %inside = arith.cmpi slt, %columns, %end : tensor<1x32xi32>
    %all = tile.broadcast %inside : tensor<1x32xi1> -> tensor<16x32xi1>
    %m = arith.select %all, %d, %low : tensor<16x32xi1>, tensor<16x32xf32>
    scf.yield %m : tensor<16x32xf32>
  }
  return %r : tensor<16x32xf32>
}

// Sums that may wrap, unsigned comparisons, numbers that the loop loads, and a mask that has nothing to do with the counter in one place.
// CHECK-LABEL: func.func @undecided(
// CHECK-COUNT-3: arith.select
// CHECK-NOT: scf.if
func.func @undecided(%x: tensor<16x16xf16>, %y: tensor<16x32xf16>, %n: i32, %p: !tile.ptr<i32>, %mask: tensor<1x32xi1>) -> tensor<16x32xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %low = arith.constant dense<-1.0e30> : tensor<16x32xf32>
  %end = tile.splat %n : tensor<16x32xi32>
  %iota = tile.iota : tensor<16x32xi32>
  %all = tile.broadcast %mask : tensor<1x32xi1> -> tensor<16x32xi1>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x32xf16>, tensor<16x32xf32>
    %from = tile.splat %i : tensor<16x32xi32>
    %wrapping = arith.addi %from, %iota : tensor<16x32xi32>
    %a = arith.cmpi slt, %wrapping, %end : tensor<16x32xi32>
    %e = arith.select %a, %d, %low : tensor<16x32xi1>, tensor<16x32xf32>
    %columns = arith.addi %from, %iota overflow<nsw> : tensor<16x32xi32>
    %b = arith.cmpi ult, %columns, %end : tensor<16x32xi32>
    %c = arith.andi %b, %all : tensor<16x32xi1>
    %f = arith.select %c, %e, %low : tensor<16x32xi1>, tensor<16x32xf32>
    %loaded = tile.load %p : !tile.ptr<i32>
    %until = tile.splat %loaded : tensor<16x32xi32>
    %g = arith.cmpi slt, %columns, %until : tensor<16x32xi32>
    %m = arith.select %g, %f, %low : tensor<16x32xi1>, tensor<16x32xf32>
    scf.yield %m : tensor<16x32xf32>
  }
  return %r : tensor<16x32xf32>
}

// No MMA waits for a tensor core here: a branch costs more than the mask.
// CHECK-LABEL: func.func @no_product(
// CHECK-NOT: scf.if
func.func @no_product(%n: i32, %x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %low = arith.constant dense<-1.0e30> : tensor<16x32xf32>
  %end = tile.splat %n : tensor<16x32xi32>
  %iota = tile.iota : tensor<16x32xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<16x32xf32>) : i32 {
    %d = arith.addf %s, %x : tensor<16x32xf32>
    %from = tile.splat %i : tensor<16x32xi32>
    %columns = arith.addi %from, %iota overflow<nsw> : tensor<16x32xi32>
    %a = arith.cmpi slt, %columns, %end : tensor<16x32xi32>
    %m = arith.select %a, %d, %low : tensor<16x32xi1>, tensor<16x32xf32>
    scf.yield %m : tensor<16x32xf32>
  }
  return %r : tensor<16x32xf32>
}
