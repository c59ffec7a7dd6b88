// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small blocks become one where L2 is slower than the instructions: until these are the limit, and only where a block's number is an index.
// RUN: tile-opt %s --tile-widen-mmas --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-widen-mmas=remarks --split-input-file --verify-diagnostics -o /dev/null
// RUN: tile-opt %s --tile-widen-mmas --tile-make-persistent=few-blocks=132 --split-input-file | FileCheck %s --check-prefix=STAYS

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!v = !tile.partition_view<64x64, !tensor, padding = zero>
!row = !tile.partition_view<64, <?xf32, strides = [1]>, padding = zero>
// Two by two: with sides of 128 L2 takes no longer than the tensor core. A form for large grids, before the others.
// CHECK-LABEL: func.func @square$wide(
// CHECK-SAME: tile.blocks_of_cta = array<i32: 2, 2, 1>, tile.kernel, tile.many_blocks = 1056 : i64
// CHECK-SAME: #tile.variant<@square, -1, [<kind = multiple_of, grid = x, value = 2>, <kind = multiple_of, grid = y, value = 2>]>
// CHECK: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
// CHECK: tile.load_view {{.*}} : !tile.partition_view<128x64, <?x?xf16
// CHECK: tile.load_view {{.*}} : !tile.partition_view<64x128, <?x?xf16
// CHECK: tile.mma {{.*}} tensor<128x128xf32>
// The term of a row is as long as the tile; what the source counts are its own blocks.
// CHECK: tile.load_view {{.*}} : !tile.partition_view<128, <?xf32
// CHECK: tile.store_view {{.*}} : !tile.partition_view<128x128,
// CHECK: %[[COUNT:.*]] = tile.num_blocks y
// CHECK: %[[ALL:.*]] = arith.muli %[[COUNT]], %{{.*}} : i32
// CHECK: tile.offset %{{.*}}, %[[ALL]]
// The form for few blocks is one with small tiles.
// STAYS-LABEL: func.func @square$wide(
// STAYS-SAME: tile.persistent
// STAYS-SAME: tile.variant = #tile.variant<@square, -1,
// STAYS-LABEL: func.func @square$few(
// STAYS-SAME: tile.variant = #tile.variant<@square, -2>
// STAYS: tensor<64x64xf32>
// STAYS-LABEL: func.func @square$v0(
// CHECK-LABEL: func.func @square$v0(
// CHECK-NOT: 128x
// CHECK: tile.variant<@square, 0>
// CHECK-LABEL: func.func @square(
// expected-remark@+1 {{blocks of 2 along x and 2 along y become one in grids of multiples of them where that takes fewer waves' cycles, as from 1056 blocks on: the MMAs take 171 instead of 256 cycles for each}}
func.func @square$v0(%p: !tile.ptr<f16>, %f: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@square, 0>} {
  %i = tile.block_id x
  %j = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %m : !v
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%i, %k : i32, i32] : !v
    %b = tile.load_view %v[%k, %j : i32, i32] : !v
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %ft = tile.make_tensor_view %f extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %fv = tile.make_view %ft : !row
  %term = tile.load_view %fv[%i : i32] : !row
  %column = tile.reshape %term : tensor<64xf32> -> tensor<64x1xf32>
  %terms = tile.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
  %all = arith.addf %sum, %terms : tensor<64x64xf32>
  %half = tile.ftof %all : tensor<64x64xf32> -> tensor<64x64xf16>
  tile.store_view %v[%i, %j : i32, i32], %half : !v
  %blocks = tile.num_blocks y
  %o = tile.offset %f, %blocks : !tile.ptr<f32>, i32
  %unused = tile.load %o : !tile.ptr<f32>
  return
}
func.func @square(%p: !tile.ptr<f16>, %f: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@square, 1>} {
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<128x64, !tensor, padding = zero>
!b = !tile.partition_view<64x64, !tensor, padding = zero>
!c = !tile.partition_view<128x64, !tensor, padding = zero>
// One operand is long enough; a numbered form becomes wide itself.
// CHECK-LABEL: func.func @tall$v0(
// CHECK-SAME: tile.blocks_of_cta = array<i32: 1, 2, 1>
// CHECK-SAME: tile.many_blocks = 1056 : i64
// CHECK-SAME: #tile.variant<@tall, 0, [<kind = multiple_of, grid = y, value = 2>]>
// CHECK: tile.mma {{.*}} tensor<128x128xf32>
// CHECK-LABEL: func.func @tall(
// expected-remark@+1 {{blocks of 1 along x and 2 along y become one in grids of multiples of them where that takes fewer waves' cycles, as from 1056 blocks on}}
func.func @tall$v0(%p: !tile.ptr<f16>, %n: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@tall, 0>, tile.numbering = {coordinates = array<i64: 0, 1>, steps = [["blockX"], 0]}} {
  %i = tile.block_id x
  %j = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %va = tile.make_view %m : !a
  %vb = tile.make_view %m : !b
  %vc = tile.make_view %m : !c
  %start = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<128x64xf32>) : i32 {
    %a = tile.load_view %va[%i, %k : i32, i32] : !a
    %b = tile.load_view %vb[%k, %j : i32, i32] : !b
    %r = tile.mma %a, %b, %s : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    scf.yield %r : tensor<128x64xf32>
  }
  %half = tile.ftof %sum : tensor<128x64xf32> -> tensor<128x64xf16>
  tile.store_view %vc[%i, %j : i32, i32], %half : !c
  return
}
func.func @tall(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@tall, 1>} {
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!v = !tile.partition_view<64x64, !tensor, padding = zero>
// Rows come again after 256 blocks: half of the number of a block is no number of two.
// CHECK-LABEL: func.func @again$wide(
// CHECK-SAME: tile.blocks_of_cta = array<i32: 1, 4, 1>
// CHECK-LABEL: func.func @again(
// expected-remark@+1 {{blocks of 1 along x and 4 along y become one}}
func.func @again$v0(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@again, 0>} {
  %i = tile.block_id x
  %j = tile.block_id y
  %byte = arith.trunci %i : i32 to i8
  %row = arith.extui %byte : i8 to i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %m : !v
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%row, %k : i32, i32] : !v
    %b = tile.load_view %v[%k, %j : i32, i32] : !v
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %half = tile.ftof %sum : tensor<64x64xf32> -> tensor<64x64xf16>
  tile.store_view %v[%i, %j : i32, i32], %half : !v
  return
}
func.func @again(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@again, 1>} {
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!v = !tile.partition_view<64x64, !tensor, padding = zero>
// The number of the block is used otherwise.
// CHECK-NOT: tile.blocks_of_cta
func.func @counted$v0(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@counted, 0>} {
  %i = tile.block_id x
  %j = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lower = arith.addi %i, %j : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %m : !v
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %lower to %n step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%i, %zero : i32, i32] : !v
    %b = tile.load_view %v[%zero, %j : i32, i32] : !v
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %half = tile.ftof %sum : tensor<64x64xf32> -> tensor<64x64xf16>
  tile.store_view %v[%i, %j : i32, i32], %half : !v
  return
}
func.func @counted(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@counted, 1>} {
  return
}
