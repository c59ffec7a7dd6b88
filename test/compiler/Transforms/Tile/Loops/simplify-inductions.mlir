// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --allow-unregistered-dialect --tile-simplify-inductions --canonicalize --cse | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --tile-simplify-inductions --canonicalize --cse | tile-opt --allow-unregistered-dialect --tile-simplify-inductions --canonicalize --cse | FileCheck %s

// A pointer, wherever the loop begins, and behind it.
// CHECK-LABEL: @pointers
// CHECK: %[[RESULT:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c1_i32 iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32)
// CHECK: %[[N:.*]] = arith.subi %{{.*}}, %{{.*}} overflow<nsw> : i64
// CHECK: %[[MOVED:.*]] = arith.muli %{{.*}}, %[[N]] overflow<nsw> : i64
// CHECK: %[[P:.*]] = tile.offset %arg0, %[[MOVED]]
// CHECK: tile.load %[[P]]
// CHECK: %[[ENTERS:.*]] = arith.cmpi slt, %arg1, %arg2
// CHECK: %[[TRIPS:.*]] = arith.select %[[ENTERS]], %{{.*}}, %c0_i64
// CHECK: %[[ALL:.*]] = arith.muli %{{.*}}, %[[TRIPS]] overflow<nsw> : i64
// CHECK: %[[END:.*]] = tile.offset %arg0, %[[ALL]]
// CHECK: return %[[RESULT]], %[[END]]
func.func @pointers(%p: !tile.ptr<f32>, %from: i32, %to: i32, %step: i32) -> (f32, !tile.ptr<f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %from to %to step %one iter_args(%s = %zero, %q = %p) -> (f32, !tile.ptr<f32>) : i32 {
    %x = tile.load %q : !tile.ptr<f32>
    %t = arith.addf %s, %x : f32
    %next = tile.offset %q, %step : !tile.ptr<f32>, i32
    scf.yield %t, %next : f32, !tile.ptr<f32>
  }
  return %r#0, %r#1 : f32, !tile.ptr<f32>
}

// Two steps in one iteration, of tiles, in a loop that counts by 64.
// CHECK-LABEL: @tiles
// CHECK: scf.for %[[I:.*]] = %c0_i32 to %arg2 step %c64_i32
// CHECK-NOT: iter_args
// CHECK: %[[WIDE:.*]] = arith.ext{{[su]}}i %[[I]] : i32 to i64
// CHECK: %[[N:.*]] = arith.divui %[[WIDE]], %c64_i64
// CHECK: %[[SPLAT:.*]] = tile.splat %{{.*}} : tensor<8xi64>
// CHECK: %[[A:.*]] = tile.offset %arg0, %[[SPLAT]]
// CHECK: %[[OTHER:.*]] = tile.splat %{{.*}} : tensor<8xi64>
// CHECK: %[[B:.*]] = tile.offset %[[A]], %[[OTHER]]
// CHECK: tile.store %[[B]]
func.func @tiles(%p: tensor<8x!tile.ptr<f32>>, %by: i32, %to: i32, %x: tensor<8xf32>) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %c5 = arith.constant dense<5> : tensor<8xi32>
  %r = scf.for %i = %zero to %to step %step iter_args(%q = %p) -> tensor<8x!tile.ptr<f32>> : i32 {
    tile.store %q, %x : tensor<8x!tile.ptr<f32>>
    %o = tile.splat %by : tensor<8xi32>
    %half = tile.offset %q, %o : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
    %next = tile.offset %half, %c5 : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
    scf.yield %next : tensor<8x!tile.ptr<f32>>
  }
  return
}

// An integer that wraps; one that does not and counts up from what is not negative. Another one might have a distance
// from its first value that 32 bits do not hold.
// CHECK-LABEL: @integers
// CHECK: scf.for %[[I:.*]] = %c0_i32 to %arg0 step %c1_i32 iter_args(%[[STAYS:[a-z0-9]*]] = %arg1)
// CHECK-DAG: %[[WRAPS:.*]] = arith.subi %arg1, %{{.*}} : i32
// CHECK-DAG: %[[SCALED:.*]] = arith.muli %[[I]], %c3_i32 overflow<nsw> : i32
// CHECK-DAG: %[[COUNTS:.*]] = arith.addi %[[SCALED]], %c7_i32 overflow<nsw> : i32
// CHECK: "use"(%[[WRAPS]], %[[COUNTS]], %[[STAYS]])
func.func @integers(%to: i32, %first: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %r:3 = scf.for %i = %zero to %to step %one iter_args(%a = %first, %b = %c7, %c = %first) -> (i32, i32, i32) : i32 {
    "use"(%a, %b, %c) : (i32, i32, i32) -> ()
    %x = arith.subi %a, %c3 : i32
    %y = arith.addi %c3, %b overflow<nsw> : i32
    %z = arith.addi %c, %c3 overflow<nsw> : i32
    scf.yield %x, %y, %z : i32, i32, i32
  }
  return
}

// What changes in the loop is no step, nor is there a number of an iteration where its step is not constant. A tile
// whose elements move differently would take a product for each.
// CHECK-LABEL: @others
// CHECK: iter_args(%{{.*}} = %arg0
// CHECK: iter_args(%{{.*}} = %arg0
// CHECK: iter_args(%{{.*}} = %arg3
func.func @others(%p: !tile.ptr<i32>, %to: i32, %by: i32, %ps: tensor<8x!tile.ptr<i32>>, %steps: tensor<8xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %to step %one iter_args(%q = %p) -> !tile.ptr<i32> : i32 {
    %x = tile.load %q : !tile.ptr<i32>
    "use"(%x) : (i32) -> ()
    %next = tile.offset %q, %x : !tile.ptr<i32>, i32
    scf.yield %next : !tile.ptr<i32>
  }
  %s = scf.for %i = %zero to %to step %by iter_args(%q = %p) -> !tile.ptr<i32> : i32 {
    %x = tile.load %q : !tile.ptr<i32>
    "use"(%x) : (i32) -> ()
    %next = tile.offset %q, %one : !tile.ptr<i32>, i32
    scf.yield %next : !tile.ptr<i32>
  }
  %t = scf.for %i = %zero to %to step %one iter_args(%q = %ps) -> tensor<8x!tile.ptr<i32>> : i32 {
    tile.store %q, %steps : tensor<8x!tile.ptr<i32>>
    %next = tile.offset %q, %steps : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
    scf.yield %next : tensor<8x!tile.ptr<i32>>
  }
  return
}

// Around a loop that moves a pointer as often each time.
// CHECK-LABEL: @nested
// CHECK-NOT: iter_args
// CHECK: return
func.func @nested(%p: !tile.ptr<i32>, %rows: i32, %columns: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %rows step %one iter_args(%q = %p) -> !tile.ptr<i32> : i32 {
    %s = scf.for %j = %zero to %columns step %one iter_args(%t = %q) -> !tile.ptr<i32> : i32 {
      %x = tile.load %t : !tile.ptr<i32>
      "use"(%x) : (i32) -> ()
      %next = tile.offset %t, %one : !tile.ptr<i32>, i32
      scf.yield %next : !tile.ptr<i32>
    }
    scf.yield %s : !tile.ptr<i32>
  }
  return
}
