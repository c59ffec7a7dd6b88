// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_90a | FileCheck %s --check-prefixes=CHECK,SM90,WGMMA
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_89 | FileCheck %s --check-prefixes=CHECK,SM89,WARPS
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_80 | FileCheck %s --check-prefixes=CHECK,SM90,WARPS
// What multiplies is the target's choice.

// CHECK-LABEL: func @halves
// CHECK-SAME: tile_gpu.num_warps = 4
// WARPS: tile_gpu.mma mma_sync {{.*}} : tensor<64x32xf16
// WGMMA: tile_gpu.mma wgmma {{.*}} : tensor<64x32xf16
func.func @halves(%p: !tile.ptr<f32>, %q: !tile.ptr<f16>) attributes {tile.kernel} {
  %qa = tile.splat %q : tensor<64x32x!tile.ptr<f16>>
  %qb = tile.splat %q : tensor<32x64x!tile.ptr<f16>>
  %pc = tile.splat %p : tensor<64x64x!tile.ptr<f32>>
  %a = tile.load %qa : tensor<64x32x!tile.ptr<f16>>
  %b = tile.load %qb : tensor<32x64x!tile.ptr<f16>>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %c = tile.mma %a, %b, %z : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  tile.store %pc, %c : tensor<64x64x!tile.ptr<f32>>
  return
}

// Chips without a unit for fp8 of their own multiply halves, which hold every fp8.
// CHECK-LABEL: func @bytes
// SM90-COUNT-2: tile.ftof {{.*}}f8E4M3FN{{.*}}f16
// SM90: tile_gpu.mma mma_sync {{.*}}xf16
// SM89-NOT: tile.ftof
// SM89: tile_gpu.mma mma_sync {{.*}}xf8E4M3FN
func.func @bytes(%p: !tile.ptr<f32>, %q: !tile.ptr<f8E4M3FN>) attributes {tile.kernel} {
  %qa = tile.splat %q : tensor<32x32x!tile.ptr<f8E4M3FN>>
  %pc = tile.splat %p : tensor<32x32x!tile.ptr<f32>>
  %a = tile.load %qa : tensor<32x32x!tile.ptr<f8E4M3FN>>
  %z = arith.constant dense<0.0> : tensor<32x32xf32>
  %c = tile.mma %a, %a, %z : tensor<32x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>, tensor<32x32xf32>
  tile.store %pc, %c : tensor<32x32x!tile.ptr<f32>>
  return
}

// f32 is never rounded: a multiply-add in each lane, of operands that will come from shared memory.
// CHECK-LABEL: func @singles
// CHECK: %[[A:.*]] = tile_gpu.load
// CHECK: tile_gpu.mma fma %[[A]], %[[A]], %{{.*}} : tensor<64x64xf32
func.func @singles(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %pa = tile.splat %p : tensor<64x64x!tile.ptr<f32>>
  %a = tile.load %pa : tensor<64x64x!tile.ptr<f32>>
  %c = tile.mma %a, %a, %a : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  tile.store %pa, %c : tensor<64x64x!tile.ptr<f32>>
  return
}
