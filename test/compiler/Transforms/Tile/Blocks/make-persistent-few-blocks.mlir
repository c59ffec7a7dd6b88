// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grids that the device takes at once get a form whose CTAs have one block each, before the others.
// RUN: tile-opt %s --tile-make-persistent=few-blocks=132 --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-make-persistent="few-blocks=132 max-variants=2" --split-input-file | FileCheck %s --check-prefix=TWO
// RUN: tile-opt %s --tile-make-persistent --split-input-file | FileCheck %s --check-prefix=NONE
// NONE-NOT: few
// TWO-NOT: few

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<64x64, !tensor, padding = zero>
// Its loop is the MMA's alone. The name says which it is.
// CHECK-LABEL: func.func @_Z4gemmB3fewPDhPf(
// CHECK-SAME: tile.few_blocks = 132 : i64
// CHECK-SAME: tile.variant = #tile.variant<@_Z4gemmPDhPf, -1>
// CHECK-NOT: tile.persistent
// CHECK: tile.block_id
// CHECK-NOT: tile.block_loop
// CHECK-LABEL: func.func @_Z4gemmB2v0PDhPf(
// CHECK-NOT: few_blocks
// CHECK-SAME: tile.persistent
// CHECK: tile.block_loop
// CHECK-LABEL: func.func @_Z4gemmPDhPf(
// CHECK-NOT: tile.block_loop
func.func @_Z4gemmPDhPf(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !a
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%x, %k : i32, i32] : !a
    %b = tile.load_view %v[%k, %y : i32, i32] : !a
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %ps = tile.splat %c : tensor<64x64x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<64x64x!tile.ptr<f32>>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<16x16, !tensor, padding = zero>
// So small a tile is not worth it.
// CHECK-LABEL: func.func @small$v0(
// CHECK: tile.block_loop
// CHECK-NOT: few_blocks
func.func @small(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
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
