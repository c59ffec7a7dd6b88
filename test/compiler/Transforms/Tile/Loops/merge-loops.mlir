// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt --tile-merge-loops %s | FileCheck %s
// A loop over whole tiles and the loop over cut ones that continues it become one.

// The first may have no iteration, so the one loop begins at the smaller of the two beginnings; likewise at its end.
// CHECK-LABEL: func.func @bulk_and_cut(
// CHECK-SAME: %[[X:.*]]: tensor<16x16xf16>, %[[Y:.*]]: tensor<16x16xf16>, %[[MASK:.*]]: tensor<16x16xi1>, %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32
// CHECK-DAG: %[[BEGIN:.*]] = arith.minsi %[[A]], %[[B]] : i32
// CHECK-DAG: %[[END:.*]] = arith.maxsi %[[C]], %[[B]] : i32
// CHECK: %[[R:.*]] = scf.for %[[I:[a-z0-9]+]] = %[[BEGIN]] to %[[END]]
// CHECK: %[[D:.*]] = arith.addi
// CHECK: %[[CUT:.*]] = arith.cmpi sge, %[[I]], %[[B]] : i32
// CHECK: %[[E:.*]] = scf.if %[[CUT]]
// CHECK: %[[N:.*]] = tile.splat %[[I]]
// CHECK: arith.select %{{.*}}, %[[D]], %[[N]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[D]]
// CHECK: scf.yield %[[E]]
// CHECK-NOT: scf.for
// CHECK: return %[[R]]
func.func @bulk_and_cut(%x: tensor<16x16xf16>, %y: tensor<16x16xf16>, %mask: tensor<16x16xi1>, %a: i32, %b: i32, %c: i32) -> tensor<16x16xi32> {
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0> : tensor<16x16xi32>
  %sum = arith.constant dense<0.0> : tensor<16x16xf32>
  %r = scf.for %i = %a to %b step %c1 iter_args(%s = %zero) -> (tensor<16x16xi32>) : i32 {
    %p = tile.mma %x, %y, %sum : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    %d = tile.bitcast %p : tensor<16x16xf32> -> tensor<16x16xi32>
    %t = arith.addi %d, %s : tensor<16x16xi32>
    scf.yield %t : tensor<16x16xi32>
  }
  %q = scf.for %i = %b to %c step %c1 iter_args(%s = %r) -> (tensor<16x16xi32>) : i32 {
    %p = tile.mma %x, %y, %sum : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    %d = tile.bitcast %p : tensor<16x16xf32> -> tensor<16x16xi32>
    %t = arith.addi %d, %s : tensor<16x16xi32>
    %n = tile.splat %i : tensor<16x16xi32>
    %m = arith.select %mask, %t, %n : tensor<16x16xi1>, tensor<16x16xi32>
    scf.yield %m : tensor<16x16xi32>
  }
  return %q : tensor<16x16xi32>
}

// The first is the one that masks; the second carries the same values in another order. Known bounds stay.
// CHECK-LABEL: func.func @cut_first(
// CHECK: %[[R:.*]]:2 = scf.for %[[I:[a-z0-9]+]] = %c0_i32 to %c9_i32
// CHECK: %[[CUT:.*]] = arith.cmpi slt, %[[I]], %c2_i32 : i32
// CHECK: scf.if %[[CUT]]
// CHECK-NOT: scf.for
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @cut_first(%x: tensor<16x16xf16>, %y: tensor<16x16xf16>, %mask: tensor<16x16xi1>) -> (tensor<16x16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %low = arith.constant dense<-1.0> : tensor<16x16xf32>
  %none = arith.constant dense<0.0> : tensor<16xf32>
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %none, %s = %zero) -> (tensor<16xf32>, tensor<16x16xf32>) : i32 {
    %p = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    %m = arith.select %mask, %p, %low : tensor<16x16xi1>, tensor<16x16xf32>
    %u = math.exp2 %t : tensor<16xf32>
    scf.yield %u, %m : tensor<16xf32>, tensor<16x16xf32>
  }
  %q:2 = scf.for %i = %c2 to %c9 step %c1 iter_args(%s = %r#1, %t = %r#0) -> (tensor<16x16xf32>, tensor<16xf32>) : i32 {
    %p = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    %u = math.exp2 %t : tensor<16xf32>
    scf.yield %p, %u : tensor<16x16xf32>, tensor<16xf32>
  }
  return %q#0, %q#1 : tensor<16x16xf32>, tensor<16xf32>
}

// A load that only one of the two masks is masked in both.
// CHECK-LABEL: func.func @masked_loads(
// CHECK: %[[V:.*]] = tile.make_view %{{.*}} : !tile.partition_view<16x16, <?x16xf16, strides = [16, 1]>, padding = zero>
// CHECK: scf.for
// CHECK: tile.load_view %[[V]][%{{.*}}, %{{.*}} : i32, i32] : !tile.partition_view<16x16, <?x16xf16, strides = [16, 1]>, padding = zero>
// CHECK-NOT: scf.for
func.func @masked_loads(%p: !tile.ptr<f16>, %y: tensor<16x16xf16>, %rows: i32, %whole: i32, %all: i32) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %t = tile.make_tensor_view %p extents[%rows : i32] : !tile.ptr<f16> -> !tile.tensor_view<?x16xf16, strides = [16, 1]>
  %v = tile.make_view %t : !tile.partition_view<16x16, <?x16xf16, strides = [16, 1]>>
  %w = tile.make_view %t : !tile.partition_view<16x16, <?x16xf16, strides = [16, 1]>, padding = zero>
  %r = scf.for %i = %c0 to %whole step %c1 iter_args(%s = %zero) -> (tensor<16x16xf32>) : i32 {
    %x = tile.load_view %v[%i, %c0 : i32, i32] in_bounds : !tile.partition_view<16x16, <?x16xf16, strides = [16, 1]>>
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  %q = scf.for %i = %whole to %all step %c1 iter_args(%s = %r) -> (tensor<16x16xf32>) : i32 {
    %x = tile.load_view %w[%i, %c0 : i32, i32] : !tile.partition_view<16x16, <?x16xf16, strides = [16, 1]>, padding = zero>
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  return %q : tensor<16x16xf32>
}

// Another gap, another sum, a result of the first that is used elsewhere: two loops.
// CHECK-LABEL: func.func @two(
// CHECK-COUNT-4: scf.for
func.func @two(%x: tensor<16x16xf16>, %y: tensor<16x16xf16>, %a: i32, %b: i32) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %a step %c1 iter_args(%s = %zero) -> (tensor<16x16xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  %q = scf.for %i = %b to %a step %c1 iter_args(%s = %r) -> (tensor<16x16xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  %p = scf.for %i = %a to %b step %c1 iter_args(%s = %q) -> (tensor<16x16xf32>) : i32 {
    %d = tile.mma %y, %x, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  %o = scf.for %i = %b to %a step %c1 iter_args(%s = %p) -> (tensor<16x16xf32>) : i32 {
    %d = tile.mma %y, %x, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  return %q, %p, %o : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
