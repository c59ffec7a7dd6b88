// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-gpu-end-loops-at-break))' --split-input-file | FileCheck %s
// A loop whose iterations do nothing behind a break ends there; one that still does something does not.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// CHECK-LABEL: func @search
// CHECK: %[[R:.*]]:3 = scf.while (%[[I:.*]] = %c0_i32, %[[ENDED:.*]] = %false, %[[AT:.*]] = %c-1_i32) : (i32, i1, i32) -> (i32, i1, i32) {
// CHECK:   %[[COUNTS:.*]] = arith.cmpi slt, %[[I]], %arg1 : i32
// CHECK:   %[[GOES:.*]] = arith.xori %[[ENDED]], %true
// CHECK:   %[[LEFT:.*]] = arith.andi %[[COUNTS]], %[[GOES]] : i1
// CHECK:   scf.condition(%[[LEFT]]) %[[I]], %[[ENDED]], %[[AT]]
// CHECK: } do {
// CHECK: ^bb0(%[[J:.*]]: i32, %{{.*}}: i1, %{{.*}}: i32):
// CHECK:   %[[BODY:.*]]:2 = scf.if
// CHECK:   %[[NEXT:.*]] = arith.addi %[[J]], %c1_i32 : i32
// CHECK:   scf.yield %[[NEXT]], %[[BODY]]#0, %[[BODY]]#1
// CHECK: tile_gpu.print "%d" %[[R]]#2
func.func @search(%p: !tile.ptr<i32>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %false = arith.constant false
  %true = arith.constant true
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant -1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%ended = %false, %at = %none) -> (i1, i32) : i32 {
    %e:2 = scf.if %ended -> (i1, i32) {
      scf.yield %true, %at : i1, i32
    } else {
      %q = tile.offset %p, %i : !tile.ptr<i32>, i32
      %x = tile_gpu.load %q : !tile.ptr<i32>
      %is = arith.cmpi eq, %x, %c0 : i32
      %found = arith.select %is, %i, %at : i32
      scf.yield %is, %found : i1, i32
    }
    scf.yield %e#0, %e#1 : i1, i32
  }
  tile_gpu.print "%d" %r#1 : i32
  return
}

// -----

// Selects and an `or` say the same; what counts for nobody behind the loop may go on.
// CHECK-LABEL: func @selects
// CHECK: scf.while
// CHECK-NOT: scf.for
func.func @selects(%p: !tile.ptr<i32>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%ended = %false, %sum = %c0, %count = %c0) -> (i1, i32, i32) : i32 {
    %q = tile.offset %p, %i : !tile.ptr<i32>, i32
    %x = tile_gpu.load %q : !tile.ptr<i32>
    %is = arith.cmpi eq, %x, %c0 : i32
    %either = arith.ori %ended, %is : i1
    %more = arith.addi %sum, %x : i32
    %kept = arith.select %ended, %sum, %more : i32
    %counted = arith.addi %count, %c1 : i32
    scf.yield %either, %kept, %counted : i1, i32, i32
  }
  tile_gpu.print "%d" %r#1 : i32
  return
}

// -----

// The count is read behind the loop: it counts the empty iterations, too.
// CHECK-LABEL: func @counts_on
// CHECK-NOT: scf.while
// CHECK: scf.for
func.func @counts_on(%n: i32, %p: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %false = arith.constant false
  %true = arith.constant true
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%ended = %false, %count = %c0) -> (i1, i32) : i32 {
    %e = scf.if %ended -> (i1) {
      scf.yield %true : i1
    } else {
      %x = tile_gpu.load %p : !tile.ptr<i32>
      %is = arith.cmpi eq, %x, %i : i32
      scf.yield %is : i1
    }
    %counted = arith.addi %count, %c1 : i32
    scf.yield %e, %counted : i1, i32
  }
  tile_gpu.print "%d" %r#1 : i32
  return
}

// -----

// A store beside the branch happens in each iteration.
// CHECK-LABEL: func @stores_on
// CHECK-NOT: scf.while
// CHECK: scf.for
func.func @stores_on(%n: i32, %p: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %false = arith.constant false
  %true = arith.constant true
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%ended = %false) -> (i1) : i32 {
    tile_gpu.store %p, %i : !tile.ptr<i32>
    %e = scf.if %ended -> (i1) {
      scf.yield %true : i1
    } else {
      %x = tile_gpu.load %p : !tile.ptr<i32>
      %is = arith.cmpi eq, %x, %c0 : i32
      scf.yield %is : i1
    }
    scf.yield %e : i1
  }
  return
}

// -----

// No flag of a break: it can be taken back.
// CHECK-LABEL: func @takes_back
// CHECK-NOT: scf.while
// CHECK: scf.for
func.func @takes_back(%n: i32, %p: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%skips = %false, %sum = %c0) -> (i1, i32) : i32 {
    %e:2 = scf.if %skips -> (i1, i32) {
      scf.yield %false, %sum : i1, i32
    } else {
      %x = tile_gpu.load %p : !tile.ptr<i32>
      %is = arith.cmpi eq, %x, %i : i32
      %more = arith.addi %sum, %x : i32
      scf.yield %is, %more : i1, i32
    }
    scf.yield %e#0, %e#1 : i1, i32
  }
  tile_gpu.print "%d" %r#1 : i32
  return
}
