// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_90a" -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_80" -o /dev/null 2>&1 | FileCheck %s --check-prefix=AMPERE
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_100a" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLACKWELL
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_120a" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GEFORCE
// What an MMA will take, and what limits it (compiler/Strategy/MmaCycles.h). Those of few rows are computed transposed, and then limited by memory.
!a = !tile.partition_view<128x64, <?x8192xbf16, strides = [8192, 1]>, padding = zero>
!b = !tile.partition_view<64x256, <?x8192xbf16, strides = [8192, 1]>, padding = zero>
!x = !tile.partition_view<16x128, <?x8192xbf16, strides = [8192, 1]>, padding = zero>
!w = !tile.partition_view<128x128, <8192x?xbf16, strides = [1, 8192]>, padding = zero>

// CHECK: remark: MMA of 128x256x64 bf16 by wgmma in 8 warps: limited by the tensor core; cycles of tensor core 1024, shared memory 640, L2 768
// AMPERE: remark: MMA of 128x256x64 bf16 by mma.sync in 8 warps: limited by the tensor core; cycles of tensor core 2048, shared memory 1280, L2 768
func.func @large(%pa: !tile.ptr<bf16>, %pb: !tile.ptr<bf16>, %n: i32) attributes {tile.kernel} {
  %ta = tile.make_tensor_view %pa extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x8192xbf16, strides = [8192, 1]>
  %va = tile.make_view %ta : !a
  %tb = tile.make_tensor_view %pb extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x8192xbf16, strides = [8192, 1]>
  %vb = tile.make_view %tb : !b
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<128x256xf32>) : i32 {
    %a = tile.load_view %va[%c0, %t : i32, i32] : !a
    %b = tile.load_view %vb[%t, %c0 : i32, i32] : !b
    %r = tile.mma %a, %b, %s : tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128x256xf32>
    scf.yield %r : tensor<128x256xf32>
  }
  return
}

// CHECK: remark: the MMA is computed transposed: few rows, and a loop loads the operand of many columns
// CHECK: remark: MMA of 128x16x128 bf16 by wgmma in 8 warps: limited by HBM; cycles of tensor core 128, shared memory 320, L2 576, HBM 2048
// AMPERE-NOT: transposed
// AMPERE: remark: MMA of 16x128x128 bf16 by mma.sync
func.func @few_rows(%px: !tile.ptr<bf16>, %pw: !tile.ptr<bf16>, %n: i32) attributes {tile.kernel} {
  %tx = tile.make_tensor_view %px extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x8192xbf16, strides = [8192, 1]>
  %vx = tile.make_view %tx : !x
  %tw = tile.make_tensor_view %pw extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<8192x?xbf16, strides = [1, 8192]>
  %vw = tile.make_view %tw : !w
  %zero = arith.constant dense<0.0> : tensor<16x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x128xf32>) : i32 {
    %a = tile.load_view %vx[%c0, %t : i32, i32] : !x
    %b = tile.load_view %vw[%t, %c0 : i32, i32] : !w
    %r = tile.mma %a, %b, %s : tensor<16x128xbf16>, tensor<128x128xbf16>, tensor<16x128xf32>
    scf.yield %r : tensor<16x128xf32>
  }
  return
}

// BLACKWELL: remark: block-scaled MMA of 128x64x128 f4E2M1FN by tcgen05 in {{[48]}} warps: limited by shared memory; cycles of tensor core 128, shared memory 192, L2 0
// GEFORCE: remark: block-scaled MMA of 128x64x128 f4E2M1FN by mma.sync in 8 warps: limited by the tensor core; cycles of tensor core 1024, shared memory 512, L2 0
// AMPERE: remark: MMA of 128x64x128 f16 by mma.sync
func.func @block_scaled(%a0: f4E2M1FN, %s0: f8E4M3FN, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x128xf4E2M1FN>
  %as = tile.splat %s0 : tensor<128x8xf8E4M3FN>
  %b = tile.splat %a0 : tensor<128x64xf4E2M1FN>
  %bs = tile.splat %s0 : tensor<8x64xf8E4M3FN>
  %c = tile.splat %c0 : tensor<128x64xf32>
  %r = tile.scaled_mma %a scale %as, %b scale %bs, %c : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>, tensor<128x64xf4E2M1FN>, tensor<8x64xf8E4M3FN>, tensor<128x64xf32>
  return
}

// CHECK: remark: MMA of 64x64x128 f8E4M3FN by wgmma in 4 warps: limited by {{.*}}, issue 32
func.func @fp8(%a0: f8E4M3FN, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x128xf8E4M3FN>
  %b = tile.splat %a0 : tensor<128x64xf8E4M3FN>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %b, %c : tensor<64x128xf8E4M3FN>, tensor<128x64xf8E4M3FN>, tensor<64x64xf32>
  return
}
