// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of an MMA in a loop change places where CTAs do not stay: groups of 8 along x, each to the last y.
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-group-blocks))' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-group-blocks{remarks}))' --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// The place in the row of all blocks, then what stands there; more than 65536 blocks along x would not fit in 32 bits.
// CHECK-LABEL: func.func @gemm(
// CHECK-DAG: %[[GX:.*]] = tile.num_blocks{{ +}}x
// CHECK-DAG: %[[GY:.*]] = tile.num_blocks{{ +}}y
// CHECK-DAG: %[[X:.*]] = tile.block_id{{ +}}x
// CHECK-DAG: %[[Y:.*]] = tile.block_id{{ +}}y
// CHECK: %[[ROWS:.*]] = arith.muli %[[Y]], %[[GX]]
// CHECK: %[[PLACE:.*]] = arith.addi %[[ROWS]], %[[X]]
// CHECK: %[[GROUP:.*]] = arith.muli %{{.*}}, %[[GY]]
// CHECK: arith.divui %[[PLACE]], %[[GROUP]]
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[GX]], %{{.*}}
// CHECK: %[[NEWX:.*]] = arith.select %[[FITS]], %{{.*}}, %[[X]]
// CHECK: %[[NEWY:.*]] = arith.select %[[FITS]], %{{.*}}, %[[Y]]
// CHECK: %[[I:.*]] = tile.assume %[[NEWX]][#tile.bounded<lower = 0, upper = 2147483647>]
// CHECK: %[[J:.*]] = tile.assume %[[NEWY]][#tile.bounded<lower = 0, upper = 65534>]
// CHECK: %[[Z:.*]] = tile.block_id{{ +}}z
// CHECK: scf.for
// CHECK: tile.load_view %{{.*}}[%[[I]], %
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %[[J]] :
// CHECK: tile.offset %{{.*}}, %[[Z]]
// REMARK: remark: blocks run in groups of 8 along x
func.func @gemm(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %z = tile.block_id z
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
  %q = tile.offset %c, %z : !tile.ptr<f32>, i32
  %ps = tile.splat %q : tensor<16x16x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// Both operands depend on x: no order has fewer of them.
// CHECK-LABEL: func.func @same_rows(
// CHECK-NOT: tile.num_blocks
// CHECK: return
func.func @same_rows(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<16x16xf32>) : i32 {
    %a = tile.load_view %v[%x, %k : i32, i32] : !a
    %b = tile.load_view %v[%k, %x : i32, i32] : !a
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
// A block that waits for another one may count on the order of the grid.
// CHECK-LABEL: func.func @waiting(
// CHECK-NOT: tile.num_blocks
// CHECK: return
// REMARK: remark: blocks run in the order of their numbers: this loop may wait for another block
func.func @waiting(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %flag: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  scf.while : () -> () {
    %now = tile.atomic_load acquire device %flag : !tile.ptr<i32>
    %wait = arith.cmpi eq, %now, %zero : i32
    scf.condition(%wait)
  } do {
    scf.yield
  }
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
// Of several forms all but the last one, for arguments of which nothing is known.
// CHECK-LABEL: func.func @chosen(
// CHECK: tile.num_blocks
// CHECK-LABEL: func.func @fallback(
// CHECK-NOT: tile.num_blocks
// CHECK: return
func.func @chosen(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@fallback, 0, [<kind = multiple_of, argument = 0, value = 16>]>} {
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
func.func @fallback(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@fallback, 1>} {
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
