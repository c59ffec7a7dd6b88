// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel's body becomes a loop over the grid's blocks; num_blocks still says what the user launched.
// RUN: tile-opt %s --tile-make-persistent=always --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-make-persistent="always max-variants=1" --split-input-file | FileCheck %s --check-prefix=ONE
// RUN: tile-opt %s --tile-make-persistent --split-input-file | FileCheck %s --check-prefix=AUTO

// With one form there is no place for parameters of its own.
// ONE-NOT: tile.persistent
// ONE-NOT: tile.block_loop

// The unconditional form stays, and stays last.
// CHECK-LABEL: func.func @one_dimension$v0(
// CHECK-SAME: tile.persistent, tile.variant = #tile.variant<@one_dimension, 0>
// CHECK-DAG: %[[WORKER:.*]] = tile.worker_id
// CHECK-DAG: %[[WORKERS:.*]] = tile.num_workers
// CHECK-DAG: %[[COUNT:.*]] = tile.num_blocks{{ +}}x
// CHECK: scf.for %[[B:.*]] = %[[WORKER]] to %{{.*}} step %[[WORKERS]] : i32 {
// CHECK: arith.remui
// CHECK: %[[X:.*]] = tile.assume %{{.*}}[#tile.bounded<lower = 0, upper = 1073741823>]
// CHECK: tile.offset %{{.*}}, %[[X]]
// CHECK: tile.store %{{.*}}, %
// CHECK: } {tile.block_loop}
// CHECK-NEXT: return
// CHECK-LABEL: func.func @one_dimension(
// CHECK-SAME: tile.variant = #tile.variant<@one_dimension, 1>
// CHECK-NEXT: tile.block_id
// No MMA, nothing to gain.
// AUTO-LABEL: func.func @one_dimension(
// AUTO-NOT: tile.block_loop
// AUTO: return
func.func @one_dimension(%p: !tile.ptr<i32>) attributes {tile.kernel} {
  %x = tile.block_id x
  %n = tile.num_blocks x
  %q = tile.offset %p, %x : !tile.ptr<i32>, i32
  tile.store %q, %n : !tile.ptr<i32>
  return
}

// -----

// The forms that a launch picks by facts are rewritten where they are.
// CHECK-LABEL: func.func @wide(
// CHECK-SAME: tile.persistent
// CHECK: tile.block_loop
// CHECK-LABEL: func.func @plain(
// CHECK-NOT: tile.block_loop
// CHECK: return
func.func @wide(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.variant = #tile.variant<@plain, 0, [<kind = multiple_of, argument = 0, value = 16>]>} {
  %x = tile.block_id x
  tile.store %p, %x : !tile.ptr<i32>
  return
}
func.func @plain(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.variant = #tile.variant<@plain, 1>} {
  %x = tile.block_id x
  tile.store %p, %x : !tile.ptr<i32>
  return
}

// -----

// One operand belongs to a row of blocks, the other to a column: groups of 8 along x.
// CHECK-LABEL: func.func @outer_product$v0
// CHECK: %[[EIGHT:.*]] = arith.constant 8
// CHECK: %[[GROUP:.*]] = arith.muli %[[EIGHT]]
// CHECK: scf.for
// CHECK: arith.divui %{{.*}}, %[[GROUP]]
// Nothing is loaded in a loop: nothing would run ahead.
// AUTO-LABEL: func.func @outer_product(
// AUTO-NOT: tile.block_loop
// AUTO: return
func.func @outer_product(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %i = tile.splat %x : tensor<16x16xi32>
  %j = tile.splat %y : tensor<16x16xi32>
  %a = tile.itof %i : tensor<16x16xi32> -> tensor<16x16xf32>
  %b = tile.itof %j : tensor<16x16xi32> -> tensor<16x16xf32>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %c = tile.mma %a, %b, %zero : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %ps = tile.splat %p : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %c : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

// Both operands depend on y: as launched.
// CHECK-LABEL: func.func @attention$v0
// CHECK-NOT: arith.constant 8
// CHECK: tile.block_loop
func.func @attention(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %s = arith.addi %x, %y : i32
  %i = tile.splat %s : tensor<16x16xi32>
  %j = tile.splat %y : tensor<16x16xi32>
  %a = tile.itof %i : tensor<16x16xi32> -> tensor<16x16xf32>
  %b = tile.itof %j : tensor<16x16xi32> -> tensor<16x16xf32>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %c = tile.mma %a, %b, %zero : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %ps = tile.splat %p : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %c : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// A loop loads what is multiplied: it pays.
// AUTO-LABEL: func.func @gemm$v0
// AUTO: tile.block_loop
func.func @gemm(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<16x16xf32>) : i32 {
    %a = tile.load_view %v[%x, %k : i32, i32] : !a
    %b = tile.load_view %v[%k, %y : i32, i32] : !a
    %r = tile.mma %a, %b, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %r : tensor<16x16xf32>
  }
  %ps = tile.splat %c : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// As in causal attention, the length of the loop grows with x: CTAs draw, and the last x come first, each with 8 of all y and z.
// AUTO-LABEL: func.func @causal$v0
// AUTO-DAG: %[[WORKER:.*]] = tile.worker_id
// AUTO-DAG: %[[GX:.*]] = tile.num_blocks{{ +}}x
// AUTO-DAG: %[[GY:.*]] = tile.num_blocks{{ +}}y
// AUTO-DAG: %[[GZ:.*]] = tile.num_blocks{{ +}}z
// AUTO: %[[SAME:.*]] = arith.muli %[[GY]], %[[GZ]]
// AUTO: %[[PLANE:.*]] = tile.assume %[[SAME]]
// AUTO: %[[ALONG:.*]] = arith.minui %[[GX]], %
// AUTO: %[[EIGHT:.*]] = arith.constant 8
// AUTO: %[[GROUP:.*]] = arith.muli %[[EIGHT]], %[[ALONG]]
// AUTO: arith.divui %[[WORKER]], %[[GROUP]]
// AUTO: %[[LAST:.*]] = arith.subi %[[GX]], %
// AUTO: %[[X:.*]] = arith.subi %[[LAST]]
// AUTO: %[[Y:.*]] = arith.remui %{{.*}}, %[[GY]]
// AUTO: %[[IS:.*]] = arith.cmpi ult, %[[WORKER]], %[[ALL:.*]] : i32
// AUTO: %[[MORE:.*]] = arith.extui %[[IS]]
// AUTO: scf.while (%[[M:.*]] = %[[MORE]], %[[BX:.*]] = %[[X]], %[[BY:.*]] = %[[Y]]) : (i32, i32, i32) -> (i32, i32) {
// AUTO:   %[[IS:.*]] = arith.cmpi ne, %[[M]], %
// AUTO:   scf.condition(%[[IS]]) %[[BX]], %[[BY]]
// AUTO: ^bb0(%[[BX:.*]]: i32, %[[BY:.*]]: i32):
// AUTO:   %[[NEXT:.*]] = tile.next_block
// AUTO:   tile.assume %[[BX]]
// AUTO:   tile.assume %[[BY]]
// AUTO:   scf.for
// The next block's numbers, when this one is done.
// AUTO:   tile.store
// AUTO:   arith.divui %[[NEXT]]
// AUTO:   arith.select
// AUTO:   %[[NX:.*]] = arith.subi
// AUTO:   %[[NY:.*]] = arith.remui %{{.*}}, %[[GY]]
// AUTO:   %[[IS:.*]] = arith.cmpi ult, %[[NEXT]], %[[ALL]] : i32
// AUTO:   %[[MORE:.*]] = arith.extui %[[IS]]
// AUTO:   scf.yield %[[MORE]], %[[NX]], %[[NY]]
// AUTO: } attributes {tile.block_loop}
func.func @causal(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %last = arith.minsi %x, %n : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %sum = scf.for %k = %zero to %last step %one iter_args(%s = %start) -> (tensor<16x16xf32>) : i32 {
    %a = tile.load_view %v[%x, %k : i32, i32] : !a
    %b = tile.load_view %v[%k, %y : i32, i32] : !a
    %r = tile.mma %a, %b, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %r : tensor<16x16xf32>
  }
  %ps = tile.splat %c : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// An MMA of an MMA, as in attention.
// AUTO-LABEL: func.func @chain(
// AUTO-NOT: tile.block_loop
// AUTO: return
func.func @chain(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %q = tile.load_view %v[%x, %zero : i32, i32] : !a
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<16x16xf32>) : i32 {
    %a = tile.load_view %v[%k, %zero : i32, i32] : !a
    %b = tile.load_view %v[%k, %one : i32, i32] : !a
    %w = tile.mma %q, %a, %start : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    %h = tile.ftof %w : tensor<16x16xf32> -> tensor<16x16xf16>
    %r = tile.mma %h, %b, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %r : tensor<16x16xf32>
  }
  %ps = tile.splat %c : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// As in its gradients, two MMAs multiply what another one gave: the place is carried, and the numbers are computed where the block begins.
// AUTO-LABEL: func.func @gradients$v0
// AUTO: %[[WORKER:.*]] = tile.worker_id
// AUTO: scf.while (%[[B:.*]] = %[[WORKER]]) : (i32) -> i32 {
// AUTO:   %[[IS:.*]] = arith.cmpi ult, %[[B]], %
// AUTO:   scf.condition(%[[IS]]) %[[B]]
// AUTO: ^bb0(%[[B:.*]]: i32):
// AUTO:   %[[NEXT:.*]] = tile.next_block
// AUTO:   arith.divui %[[B]]
// AUTO:   scf.for
// AUTO:   scf.yield %[[NEXT]] : i32
func.func @gradients(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %last = arith.minsi %x, %n : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %q = tile.load_view %v[%x, %y : i32, i32] : !a
  %sums:2 = scf.for %k = %zero to %last step %one iter_args(%s = %start, %u = %start) -> (tensor<16x16xf32>, tensor<16x16xf32>) : i32 {
    %a = tile.load_view %v[%k, %zero : i32, i32] : !a
    %b = tile.load_view %v[%k, %one : i32, i32] : !a
    %w = tile.mma %q, %a, %start : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    %h = tile.ftof %w : tensor<16x16xf32> -> tensor<16x16xf16>
    %r = tile.mma %h, %b, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    %g = tile.mma %h, %a, %u : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %r, %g : tensor<16x16xf32>, tensor<16x16xf32>
  }
  %both = arith.addf %sums#0, %sums#1 : tensor<16x16xf32>
  %ps = tile.splat %c : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %both : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xbf16, strides = [?, 1]>
!a = !tile.partition_view<128x128, !tensor, padding = zero>
!sums = tensor<128x128xf32>
!factor = tensor<128x128xbf16>
// Causal attention with heads of 128: lanes have registers for both numbers of a block.
// AUTO-LABEL: func.func @heads_of_128$v0
// AUTO: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, i32, i32) -> (i32, i32) {
// AUTO: tile.next_block
// AUTO-NOT: arith.divui
// AUTO: scf.for
func.func @heads_of_128(%p: !tile.ptr<bf16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %last = arith.minsi %x, %n : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<bf16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : !sums
  %q = tile.load_view %v[%x, %y : i32, i32] : !a
  %sum = scf.for %k = %zero to %last step %one iter_args(%s = %start) -> (!sums) : i32 {
    %a = tile.load_view %v[%k, %zero : i32, i32] : !a
    %b = tile.load_view %v[%k, %one : i32, i32] : !a
    %w = tile.mma %q, %a, %start : !factor, !factor, !sums
    %h = tile.ftof %w : !sums -> !factor
    %r = tile.mma %h, %b, %s : !factor, !factor, !sums
    scf.yield %r : !sums
  }
  %ps = tile.splat %c : tensor<128x128x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<128x128x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// The loop begins at y: the first y come first.
// AUTO-LABEL: func.func @shrinking$v0
// AUTO: scf.while
// AUTO: tile.next_block
// AUTO-NOT: arith.subi
// AUTO: scf.for
func.func @shrinking(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %sum = scf.for %k = %y to %n step %one iter_args(%s = %start) -> (tensor<16x16xf32>) : i32 {
    %a = tile.load_view %v[%x, %k : i32, i32] : !a
    %b = tile.load_view %v[%k, %y : i32, i32] : !a
    %r = tile.mma %a, %b, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %r : tensor<16x16xf32>
  }
  %ps = tile.splat %c : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// Bounds from memory: drawn, in the order of the launch.
// AUTO-LABEL: func.func @grouped$v0
// AUTO-NOT: arith.subi
// AUTO: scf.while
// AUTO: tile.next_block
func.func @grouped(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %ends: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %at = tile.offset %ends, %x : !tile.ptr<i32>, i32
  %end = tile.load %at : !tile.ptr<i32>
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %sum = scf.for %k = %zero to %end step %one iter_args(%s = %start) -> (tensor<16x16xf32>) : i32 {
    %a = tile.load_view %v[%x, %k : i32, i32] : !a
    %b = tile.load_view %v[%k, %y : i32, i32] : !a
    %r = tile.mma %a, %b, %s : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
    scf.yield %r : tensor<16x16xf32>
  }
  %ps = tile.splat %c : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!rows = !tile.partition_view<128x64, !tensor, padding = zero>
!columns = !tile.partition_view<64x128, !tensor, padding = zero>
// The same with rows for two warpgroups: it pays; not where shared memory holds just 64 KB, which are less than operands and results.
// RUN: tile-opt %s --tile-make-persistent=shared-bytes=65536 --split-input-file | FileCheck %s --check-prefix=SMALL
// AUTO-LABEL: func.func @wide_chain$v0
// AUTO: scf.for
// AUTO: tile.block_loop
// SMALL-LABEL: func.func @wide_chain(
// SMALL-NOT: tile.block_loop
func.func @wide_chain(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !rows
  %u = tile.make_view %t : !columns
  %start = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = tile.load_view %v[%x, %zero : i32, i32] : !rows
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<128x64xf32>) : i32 {
    %a = tile.load_view %u[%zero, %k : i32, i32] : !columns
    %b = tile.load_view %v[%k, %one : i32, i32] : !rows
    %w = tile.mma %q, %a, %none : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    %h = tile.ftof %w : tensor<128x128xf32> -> tensor<128x128xf16>
    %r = tile.mma %h, %b, %s : tensor<128x128xf16>, tensor<128x64xf16>, tensor<128x64xf32>
    scf.yield %r : tensor<128x64xf32>
  }
  %result = tile.ftof %sum : tensor<128x64xf32> -> tensor<128x64xf16>
  tile.store_view %v[%x, %zero : i32, i32], %result : !rows
  return
}

// -----

// Rows that a cluster shares: the next one comes while this one is reduced. What all blocks load is loaded before.
// SMALL-LABEL: func.func @rows$v0(
// AUTO-LABEL: func.func @rows$v0(
// AUTO: {tile.block_loop}
// CHECK-LABEL: func.func @rows$v0(
// CHECK-SAME: tile.persistent
// CHECK: %[[W:.*]] = tile.load_view
// CHECK: scf.for
// CHECK: %[[X:.*]] = tile.load_view
// CHECK: tile.reduce %[[X]]
// CHECK: arith.mulf %{{.*}}, %[[W]]
// CHECK: tile.store_view
// CHECK: {tile.block_loop}
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: tile.persistent
func.func @rows(%in: !tile.ptr<f32> {tile.restrict}, %weight: !tile.ptr<f32> {tile.restrict}, %out: !tile.ptr<f32> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 4>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x65536xf32, strides = [65536, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x65536xf32>) -> tensor<1x1xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %all = tile.broadcast %s : tensor<1x1xf32> -> tensor<1x65536xf32>
  %y = arith.divf %x, %all : tensor<1x65536xf32>
  %u = tile.make_tensor_view %weight : !tile.ptr<f32> -> !tile.tensor_view<1x65536xf32, strides = [65536, 1]>
  %wv = tile.make_view %u : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %w = tile.load_view %wv[%c0, %c0 : i32, i32] in_bounds : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %z = arith.mulf %y, %w : tensor<1x65536xf32>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x65536xf32, strides = [65536, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %z : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  return
}
