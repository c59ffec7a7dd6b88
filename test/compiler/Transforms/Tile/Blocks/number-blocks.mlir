// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel computes of its block's place becomes the number of its block, in a form before the one as it was.
// RUN: tile-opt %s --tile-number-blocks --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-number-blocks --tile-make-persistent=few-blocks=132 --split-input-file | FileCheck %s --check-prefix=STAYS

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!a = !tile.partition_view<64x64, !tensor, padding = zero>
!b = !tile.partition_view<64x128, !tensor, padding = zero>
// Rows are a quotient, columns a remainder. B is larger: neighbours along x are to share it, so columns are y. What is computed of both, and
// the first element of the rows, follow from these two.
// CHECK-LABEL: func.func @k$v0(
// CHECK-SAME: tile.numbering = {coordinates = array<i64: 2, 3>, steps = [
// CHECK-SAME: ["blockX"], ["argument", 2], ["divS", 32, 0, 1], ["remS", 32, 0, 1]]}
// CHECK-SAME: tile.variant = #tile.variant<@k, 0>
// CHECK-NOT: div
// CHECK-NOT: rem
// CHECK-DAG: %[[X:.*]] = tile.block_id x
// CHECK-DAG: %[[ROW:.*]] = tile.assume %[[X]][#tile.bounded<lower = 0, upper = {{.*}}>]
// CHECK-DAG: %[[Y:.*]] = tile.block_id y
// CHECK-DAG: %[[COLUMN:.*]] = tile.assume %[[Y]][#tile.bounded<lower = 0, upper = 65534>]
// CHECK-DAG: %[[PLACE:.*]] = arith.addi
// CHECK-DAG: arith.muli %[[ROW]], %{{.*}} : i32
// CHECK: tile.load_view %{{.*}}[%[[ROW]], %{{.*}}
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %[[COLUMN]]
// The form as it was is for grids that fill no box.
// CHECK-LABEL: func.func @k$v1(
// CHECK-NOT: tile.numbering
// CHECK-SAME: tile.variant = #tile.variant<@k, 1>
// CHECK: arith.divsi
// CHECK-LABEL: func.func @k(
// CHECK-SAME: tile.variant = #tile.variant<@k, 2>
// CHECK: arith.divsi
//
// It takes grids of few blocks, too. Numbered blocks come in groups.
// STAYS-LABEL: func.func @k$v0(
// STAYS-SAME: tile.persistent
// STAYS: tile.num_blocks x
// STAYS: tile.block_loop
// STAYS-LABEL: func.func @k$v1(
// STAYS-SAME: tile.few_blocks = 132
// STAYS-NOT: tile.persistent
// STAYS: tile.block_id
// STAYS-LABEL: func.func @k(
func.func @k(%p: !tile.ptr<f16>, %c: !tile.ptr<f32>, %columns: i32, %n: i32) attributes {tile.kernel} {
  %id = tile.block_id x
  %row = arith.divsi %id, %columns : i32
  %column = arith.remsi %id, %columns : i32
  %place = arith.muli %row, %columns : i32
  %cell = arith.addi %place, %column : i32
  %c64 = arith.constant 64 : i32
  %first = arith.muli %row, %c64 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %va = tile.make_view %t : !a
  %vb = tile.make_view %t : !b
  %start = arith.constant dense<0.0> : tensor<64x128xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<64x128xf32>) : i32 {
    %a = tile.load_view %va[%row, %k : i32, i32] : !a
    %b = tile.load_view %vb[%k, %column : i32, i32] : !b
    %r = tile.mma %a, %b, %s : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %r : tensor<64x128xf32>
  }
  %o = tile.offset %c, %cell : !tile.ptr<f32>, i32
  %o2 = tile.offset %o, %first : !tile.ptr<f32>, i32
  %ps = tile.splat %o2 : tensor<64x128x!tile.ptr<f32>>
  tile.store %ps, %sum : tensor<64x128x!tile.ptr<f32>>
  return
}
