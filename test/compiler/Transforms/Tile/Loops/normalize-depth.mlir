// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt --tile-normalize-depth --canonicalize %s | FileCheck %s
// An iteration of a loop that sums products brings 128 bytes along K.

!ta = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!va = !tile.partition_view<64x32, <?x?xf16, strides = [?, 1]>, padding = zero>
!vb = !tile.partition_view<1x64x32, <1x?x?xf16, strides = [1, ?, 1]>, padding = zero>
!tb = !tile.tensor_view<1x?x?xf16, strides = [1, ?, 1]>

// The loop ends where the tensors do, and what lies beyond is zero.
// CHECK-LABEL: func.func @joined(
// CHECK: %[[WA:.*]] = tile.make_view %{{.*}} : !tile.partition_view<64x64, <?x?xf16, strides = [?, 1]>, padding = zero>
// CHECK: %[[WB:.*]] = tile.make_view %{{.*}} : !tile.partition_view<1x64x64, <1x?x?xf16, strides = [1, ?, 1]>, padding = zero>
// CHECK: %[[N:.*]] = arith.divsi
// CHECK: %[[END:.*]] = arith.ceildivsi %[[N]], %c2_i32 : i32
// CHECK: scf.for %[[I:.*]] = %c0_i32 to %[[END]]
// CHECK: %[[A:.*]] = tile.load_view %[[WA]][%{{.*}}, %[[I]]
// CHECK: %[[B:.*]] = tile.load_view %[[WB]][%{{.*}}, %{{.*}}, %[[I]]
// CHECK: %[[R:.*]] = tile.reshape %[[B]] : tensor<1x64x64xf16> -> tensor<64x64xf16>
// CHECK: %[[T:.*]] = tile.permute %[[R]] [1, 0] : tensor<64x64xf16>
// CHECK: tile.mma %[[A]], %[[T]], %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
func.func @joined(%p: !tile.ptr<f16>, %k: i32, %m: i32, %x: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c31 = arith.constant 31 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.make_tensor_view %p extents[%m, %k : i32, i32] strides[%k : i32] : !tile.ptr<f16> -> !ta
  %b = tile.make_tensor_view %p extents[%m, %k : i32, i32] strides[%k : i32] : !tile.ptr<f16> -> !tb
  %va = tile.make_view %a : !va
  %vb = tile.make_view %b : !vb
  %sum = arith.addi %k, %c31 : i32
  %n = arith.divsi %sum, %c32 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %ta = tile.load_view %va[%x, %i : i32, i32] : !va
    %tb = tile.load_view %vb[%c0, %x, %i : i32, i32, i32] : !vb
    %tr = tile.reshape %tb : tensor<1x64x32xf16> -> tensor<64x32xf16>
    %tt = tile.permute %tr [1, 0] : tensor<64x32xf16>
    %d = tile.mma %ta, %tt, %s : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

!wa = !tile.partition_view<64x256, <64x1024xf8E4M3FN, strides = [1024, 1]>>
!wb = !tile.partition_view<256x64, <1024x64xf8E4M3FN, strides = [64, 1]>>

// CHECK-LABEL: func.func @divided(
// CHECK: scf.for %[[I:.*]] = %c2_i32 to %c8_i32
// CHECK: tile.load_view %{{.*}}[%c0_i32, %[[I]] : i32, i32] in_bounds : !tile.partition_view<64x128, <64x1024xf8E4M3FN, strides = [1024, 1]>>
// CHECK: tile.load_view %{{.*}}[%[[I]], %c0_i32 : i32, i32] in_bounds : !tile.partition_view<128x64, <1024x64xf8E4M3FN, strides = [64, 1]>>
// CHECK: tile.mma %{{.*}} : tensor<64x128xf8E4M3FN>, tensor<128x64xf8E4M3FN>, tensor<64x64xf32>
func.func @divided(%p: !tile.ptr<f8E4M3FN>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.make_tensor_view %p : !tile.ptr<f8E4M3FN> -> !tile.tensor_view<64x1024xf8E4M3FN, strides = [1024, 1]>
  %b = tile.make_tensor_view %p : !tile.ptr<f8E4M3FN> -> !tile.tensor_view<1024x64xf8E4M3FN, strides = [64, 1]>
  %va = tile.make_view %a : !wa
  %vb = tile.make_view %b : !wb
  %r = scf.for %i = %c1 to %c4 step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %ta = tile.load_view %va[%c0, %i : i32, i32] in_bounds : !wa
    %tb = tile.load_view %vb[%i, %c0 : i32, i32] in_bounds : !wb
    %d = tile.mma %ta, %tb, %s : tensor<64x256xf8E4M3FN>, tensor<256x64xf8E4M3FN>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

!ia = !tile.partition_view<64x32, <?x?xf16, strides = [?, 1]>>

// Without masks the number of iterations has to be a multiple; it is one for the second loop.
// CHECK-LABEL: func.func @in_bounds(
// CHECK: scf.for
// CHECK: tile.mma %{{.*}} : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
// CHECK: scf.for
// CHECK: tile.mma %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
func.func @in_bounds(%p: !tile.ptr<f16>, %k: i32, %m: i32, %x: i32, %n: i32) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.make_tensor_view %p extents[%m, %k : i32, i32] strides[%k : i32] : !tile.ptr<f16> -> !ta
  %va = tile.make_view %a : !ia
  %even = tile.assume %n[#tile.divisible<2>] : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %ta = tile.load_view %va[%x, %i : i32, i32] in_bounds : !ia
    %tb = tile.load_view %va[%c1, %i : i32, i32] in_bounds : !ia
    %tt = tile.permute %tb [1, 0] : tensor<64x32xf16>
    %d = tile.mma %ta, %tt, %s : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %q = scf.for %i = %c0 to %even step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %ta = tile.load_view %va[%x, %i : i32, i32] in_bounds : !ia
    %tb = tile.load_view %va[%c1, %i : i32, i32] in_bounds : !ia
    %tt = tile.permute %tb [1, 0] : tensor<64x32xf16>
    %d = tile.mma %ta, %tt, %s : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// What the loop computes besides, or ends before the tensor does, stays as it is.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: tile.mma %{{.*}} : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
func.func @others(%p: !tile.ptr<f16>, %k: i32, %m: i32, %n: i32) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c31 = arith.constant 31 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.make_tensor_view %p extents[%m, %k : i32, i32] strides[%k : i32] : !tile.ptr<f16> -> !ta
  %va = tile.make_view %a : !va
  %sum = arith.addi %k, %c31 : i32
  %steps = arith.divsi %sum, %c32 : i32
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %ta = tile.load_view %va[%c0, %i : i32, i32] : !va
    %tb = tile.load_view %va[%c1, %i : i32, i32] : !va
    %tt = tile.permute %tb [1, 0] : tensor<64x32xf16>
    %d = tile.mma %ta, %tt, %s : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    %e = arith.addf %d, %d : tensor<64x64xf32>
    scf.yield %e : tensor<64x64xf32>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %ta = tile.load_view %va[%c0, %i : i32, i32] : !va
    %tb = tile.load_view %va[%c1, %i : i32, i32] : !va
    %tt = tile.permute %tb [1, 0] : tensor<64x32xf16>
    %d = tile.mma %ta, %tt, %s : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}
