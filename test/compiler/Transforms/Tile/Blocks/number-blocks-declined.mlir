// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose blocks keep the place that they have in the grid, and what is said about it.
// RUN: tile-opt %s --tile-number-blocks=remarks --split-input-file --verify-diagnostics | FileCheck %s
// CHECK-NOT: tile.numbering

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!v = !tile.partition_view<64x64, !tensor, padding = zero>
// The place itself is used, too: there is one coordinate.
func.func @place(%t: !tile.ptr<f16>, %c: !tile.ptr<i32>, %columns: i32, %n: i32) attributes {tile.kernel} {
  %id = tile.block_id x
  %i = arith.divsi %id, %columns : i32
  %j = arith.remsi %id, %columns : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %t extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %m : !v
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%i, %k : i32, i32] : !v
    %b = tile.load_view %v[%k, %j : i32, i32] : !v
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %half = tile.ftof %sum : tensor<64x64xf32> -> tensor<64x64xf16>
  tile.store_view %v[%i, %j : i32, i32], %half : !v
  %o = tile.offset %c, %id : !tile.ptr<i32>, i32
  tile.store %o, %one : !tile.ptr<i32>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!v = !tile.partition_view<64x64, !tensor, padding = zero>
// What the kernel does with the extent of the grid is about the user's.
func.func @grid(%t: !tile.ptr<f16>, %c: !tile.ptr<i32>, %columns: i32, %n: i32) attributes {tile.kernel} {
  %id = tile.block_id x
  // expected-remark@+1 {{blocks keep the place that they have in the grid, of which the kernel computes that of their tiles: that, or the grid, is used here, too}}
  %blocks = tile.num_blocks x
  %i = arith.divsi %id, %columns : i32
  %j = arith.remsi %id, %columns : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %t extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %m : !v
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%i, %k : i32, i32] : !v
    %b = tile.load_view %v[%k, %j : i32, i32] : !v
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %half = tile.ftof %sum : tensor<64x64xf32> -> tensor<64x64xf16>
  tile.store_view %v[%i, %j : i32, i32], %half : !v
  tile.store %c, %blocks : !tile.ptr<i32>
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!v = !tile.partition_view<64x64, !tensor, padding = zero>
// A box has three dimensions.
// expected-remark@+1 {{blocks keep the place that they have in the grid, of which the kernel computes that of their tiles: it uses 4 numbers that it computes of it}}
func.func @four(%t: !tile.ptr<f16>, %c: !tile.ptr<i32>, %columns: i32, %n: i32) attributes {tile.kernel} {
  %id = tile.block_id x
  %i = arith.divsi %id, %columns : i32
  %j = arith.remsi %id, %columns : i32
  %p = arith.divsi %i, %columns : i32
  %q = arith.remui %i, %columns : i32
  %r0 = arith.divui %j, %columns : i32
  %r1 = arith.remui %j, %columns : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %t extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %m : !v
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %p to %q step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%r0, %k : i32, i32] : !v
    %b = tile.load_view %v[%k, %r1 : i32, i32] : !v
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %half = tile.ftof %sum : tensor<64x64xf32> -> tensor<64x64xf16>
  tile.store_view %v[%r0, %r1 : i32, i32], %half : !v
  return
}

// -----

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!v = !tile.partition_view<64x64, !tensor, padding = zero>
// The grid numbers the tiles already; and the third dimension alone is computed.
func.func @by_grid(%t: !tile.ptr<f16>, %columns: i32, %n: i32) attributes {tile.kernel} {
  %i = tile.block_id x
  %j = tile.block_id y
  %z = tile.block_id z
  %h = arith.divsi %z, %columns : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %m = tile.make_tensor_view %t extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %m : !v
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %h to %n step %one iter_args(%s = %start) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %v[%i, %k : i32, i32] : !v
    %b = tile.load_view %v[%k, %j : i32, i32] : !v
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %r : tensor<64x64xf32>
  }
  %half = tile.ftof %sum : tensor<64x64xf32> -> tensor<64x64xf16>
  tile.store_view %v[%i, %j : i32, i32], %half : !v
  return
}
