// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that are too large for a CTA become several, along the dimension of the grid that tells their parts apart.
// RUN: tile-opt %s --tile-split-blocks --canonicalize --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-split-blocks=max-variants=1 --split-input-file | FileCheck %s --check-prefix=ONE
// RUN: tile-opt %s --tile-split-blocks=architecture=sm_80 --canonicalize --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-split-blocks=remarks --split-input-file --verify-diagnostics -o /dev/null

!a = !tile.tensor_view<?x?xf16, strides = [64, 1]>
!b = !tile.tensor_view<?x?xf16, strides = [512, 1]>
!c = !tile.tensor_view<?x?xf32, strides = [512, 1]>
!va = !tile.partition_view<256x64, !a, padding = zero>
!vb = !tile.partition_view<64x256, !b, padding = zero>
!vc = !tile.partition_view<256x256, !c>

// Rows are divided; the first variant has a grid of parts.
// CHECK-LABEL: func.func @rows$v0
// CHECK-SAME: tile.block_parts = array<i32: 2, 1, 1>
// CHECK: %[[PLACE:.+]] = tile.block_id x
// CHECK-DAG: %[[PART:.+]] = arith.andi %[[PLACE]]
// CHECK-DAG: %[[BLOCK:.+]] = arith.shrui %[[PLACE]]
// CHECK: tile.load_view {{.*}}tile.partition_view<128x64
// CHECK: tile.load_view {{.*}}tile.partition_view<64x256
// CHECK: tile.mma {{.*}} tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
// CHECK: tile.store_view {{.*}}tile.partition_view<128x256

// The last one computes its parts in turn, in the source's grid.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: tile.block_parts
// CHECK: scf.for
// CHECK: tile.mma {{.*}} tensor<128x256xf32>
// ONE-NOT: $v0
// ONE-LABEL: func.func @rows(
// ONE: scf.for
// ONE: tile.mma {{.*}} tensor<128x256xf32>

// expected-remark @below {{the tiles of a block are too large for a CTA: 2 CTAs share it, each with 128 of 256 elements along dimension 0}}
func.func @rows(%pa: !tile.ptr<f16> {tile.restrict}, %pb: !tile.ptr<f16> {tile.restrict}, %pc: !tile.ptr<f32> {tile.restrict}, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %sums = arith.constant dense<0.0> : tensor<256x256xf32>
  %ta = tile.make_tensor_view %pa extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !a
  %tb = tile.make_tensor_view %pb extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !b
  %tc = tile.make_tensor_view %pc extents [%n, %n : i32, i32] : !tile.ptr<f32> -> !c
  %va = tile.make_view %ta : !va
  %vb = tile.make_view %tb : !vb
  %vc = tile.make_view %tc : !vc
  %a = tile.load_view %va[%x, %zero : i32, i32] : !va
  %b = tile.load_view %vb[%zero, %y : i32, i32] : !vb
  %s = tile.mma %a, %b, %sums : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
  tile.store_view %vc[%x, %y : i32, i32], %s : !vc
  return
}

// -----

!a = !tile.tensor_view<?x?xf16, strides = [64, 1]>
!b = !tile.tensor_view<?x?xf16, strides = [512, 1]>
!c = !tile.tensor_view<?x?xf32, strides = [512, 1]>
!va = !tile.partition_view<128x64, !a, padding = zero>
!vb = !tile.partition_view<64x512, !b, padding = zero>
!vc = !tile.partition_view<128x512, !c>

// Columns, by y; the grid that the kernel asks for stays the source's.
// CHECK-LABEL: func.func @columns$v0
// CHECK-SAME: tile.block_parts = array<i32: 1, 2, 1>
// CHECK: tile.block_id y
// CHECK: %[[COUNT:.+]] = tile.num_blocks y
// CHECK: arith.shrui %[[COUNT]]
// CHECK: tile.mma {{.*}} tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
// expected-remark @below {{2 CTAs share it, each with 256 of 512 elements along dimension 1}}
func.func @columns(%pa: !tile.ptr<f16> {tile.restrict}, %pb: !tile.ptr<f16> {tile.restrict}, %pc: !tile.ptr<f32> {tile.restrict}, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %ny = tile.num_blocks y
  %zero = arith.constant 0 : i32
  %sums = arith.constant dense<0.0> : tensor<128x512xf32>
  %ta = tile.make_tensor_view %pa extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !a
  %tb = tile.make_tensor_view %pb extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !b
  %tc = tile.make_tensor_view %pc extents [%n, %ny : i32, i32] : !tile.ptr<f32> -> !c
  %va = tile.make_view %ta : !va
  %vb = tile.make_view %tb : !vb
  %vc = tile.make_view %tc : !vc
  %a = tile.load_view %va[%x, %zero : i32, i32] : !va
  %b = tile.load_view %vb[%zero, %y : i32, i32] : !vb
  %s = tile.mma %a, %b, %sums : tensor<128x64xf16>, tensor<64x512xf16>, tensor<128x512xf32>
  tile.store_view %vc[%x, %y : i32, i32], %s : !vc
  return
}

// -----

!w = !tile.tensor_view<?x?xf16, strides = [256, 1]>
!vw = !tile.partition_view<256x256, !w, padding = zero>

// What is loaded may be what another part has stored.
// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: tile.block_parts
// CHECK: tile.mma {{.*}} tensor<256x256xf32>
func.func @in_place(%p: !tile.ptr<f16>, %pw: !tile.ptr<f16>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %zero = arith.constant 0 : i32
  %sums = arith.constant dense<0.0> : tensor<256x256xf32>
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !w
  %tw = tile.make_tensor_view %pw extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !w
  %v = tile.make_view %t : !vw
  %vw = tile.make_view %tw : !vw
  %a = tile.load_view %v[%x, %zero : i32, i32] : !vw
  // expected-remark @below {{are not divided among several: parts of the block may meet here; add __restrict__}}
  %b = tile.load_view %vw[%zero, %zero : i32, i32] : !vw
  %s = tile.mma %a, %b, %sums : tensor<256x256xf16>, tensor<256x256xf16>, tensor<256x256xf32>
  %h = tile.ftof %s : tensor<256x256xf32> -> tensor<256x256xf16>
  tile.store_view %v[%x, %zero : i32, i32], %h : !vw
  return
}

// -----

!a = !tile.tensor_view<?x?xf16, strides = [64, 1]>
!va = !tile.partition_view<128x64, !a, padding = zero>
!vc = !tile.partition_view<128x64, !a>

// What fits stays.
// CHECK-LABEL: func.func @fits(
// CHECK-NOT: tile.block_parts
func.func @fits(%pa: !tile.ptr<f16> {tile.restrict}, %pc: !tile.ptr<f16> {tile.restrict}, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %zero = arith.constant 0 : i32
  %sums = arith.constant dense<0.0> : tensor<128x128xf16>
  %ta = tile.make_tensor_view %pa extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !a
  %va = tile.make_view %ta : !va
  %a = tile.load_view %va[%x, %zero : i32, i32] : !va
  %b = tile.permute %a [1, 0] : tensor<128x64xf16>
  %s = tile.mma %a, %b, %sums : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf16>
  %p = tile.splat %pc : tensor<128x128x!tile.ptr<f16>>
  tile.store %p, %s : tensor<128x128x!tile.ptr<f16>>
  return
}

// -----

!b = !tile.tensor_view<?x?xf16, strides = [1024, 1]>
!w = !tile.tensor_view<?x?xf16, strides = [1024, 1]>
!vb = !tile.partition_view<64x1024, !b, padding = zero>
!vw = !tile.partition_view<1024x1024, !w, padding = zero>

// Rows, though columns would leave less to load: each part of those would store what the others have yet to load.
// CHECK-LABEL: func.func @columns_in_place$v0
// CHECK-SAME: tile.block_parts = array<i32: 2, 1, 1>
// CHECK: tile.mma {{.*}} tensor<32x1024xf32>
// expected-remark @below {{2 CTAs share it, each with 32 of 64 elements along dimension 0}}
func.func @columns_in_place(%p: !tile.ptr<f16> {tile.restrict}, %pw: !tile.ptr<f16> {tile.restrict}, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %zero = arith.constant 0 : i32
  %sums = arith.constant dense<0.0> : tensor<64x1024xf32>
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !b
  %tw = tile.make_tensor_view %pw extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !w
  %v = tile.make_view %t : !vb
  %vw = tile.make_view %tw : !vw
  %a = tile.load_view %v[%x, %zero : i32, i32] : !vb
  %b = tile.load_view %vw[%zero, %zero : i32, i32] : !vw
  %s = tile.mma %a, %b, %sums : tensor<64x1024xf16>, tensor<1024x1024xf16>, tensor<64x1024xf32>
  %h = tile.ftof %s : tensor<64x1024xf32> -> tensor<64x1024xf16>
  tile.store_view %v[%x, %zero : i32, i32], %h : !vb
  return
}

// -----

!a = !tile.tensor_view<?x?xf16, strides = [64, 1]>
!b = !tile.tensor_view<?x?xf16, strides = [512, 1]>
!c = !tile.tensor_view<?x?xf32, strides = [512, 1]>
!va = !tile.partition_view<256x64, !a, padding = zero>
!vb = !tile.partition_view<64x256, !b, padding = zero>
!vc = !tile.partition_view<256x256, !c, padding = zero>

// Each part loads those sums that it stores.
// CHECK-LABEL: func.func @added_to$v0
// CHECK-SAME: tile.block_parts = array<i32: 2, 1, 1>
// CHECK: tile.mma {{.*}} tensor<128x256xf32>
// expected-remark @below {{2 CTAs share it}}
func.func @added_to(%pa: !tile.ptr<f16> {tile.restrict}, %pb: !tile.ptr<f16> {tile.restrict}, %pc: !tile.ptr<f32> {tile.restrict}, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %zero = arith.constant 0 : i32
  %ta = tile.make_tensor_view %pa extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !a
  %tb = tile.make_tensor_view %pb extents [%n, %n : i32, i32] : !tile.ptr<f16> -> !b
  %tc = tile.make_tensor_view %pc extents [%n, %n : i32, i32] : !tile.ptr<f32> -> !c
  %va = tile.make_view %ta : !va
  %vb = tile.make_view %tb : !vb
  %vc = tile.make_view %tc : !vc
  %a = tile.load_view %va[%x, %zero : i32, i32] : !va
  %b = tile.load_view %vb[%zero, %y : i32, i32] : !vb
  %sums = tile.load_view %vc[%x, %y : i32, i32] : !vc
  %s = tile.mma %a, %b, %sums : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
  tile.store_view %vc[%x, %y : i32, i32], %s : !vc
  return
}
