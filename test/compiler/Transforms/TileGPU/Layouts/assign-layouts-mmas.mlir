// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pass-pipeline="builtin.module(convert-tile-to-tile-gpu{architecture=sm_90a},func.func(tile-gpu-assign-layouts,tile-gpu-remove-layout-conversions))" | FileCheck %s --check-prefix=WGMMA
// RUN: tile-opt %s --pass-pipeline="builtin.module(convert-tile-to-tile-gpu{architecture=sm_80},func.func(tile-gpu-assign-layouts,tile-gpu-remove-layout-conversions))" | FileCheck %s
// An accumulator keeps the layout of its fragments through a loop, in which only operands are converted.

// CHECK-LABEL: func @loop
// CHECK: scf.for {{.*}} iter_args(%[[SUM:[a-z0-9]+]] = %{{.*}}) -> (tensor<64x64xf32, #[[C:layout[0-9]*]]>)
// CHECK-COUNT-2: tile_gpu.convert_layout {{.*}} -> tensor<{{.*}}xbf16
// CHECK-NOT: tile_gpu.convert_layout
// CHECK: %[[NEXT:.*]] = tile_gpu.mma mma_sync {{.*}}, %[[SUM]] : {{.*}}, tensor<64x64xf32, #[[C]]>
// CHECK-NEXT: scf.yield %[[NEXT]]
// Warpgroups read operands from shared memory: these are not converted at all.
// WGMMA-LABEL: func @loop
// WGMMA: scf.for
// WGMMA-NOT: tile_gpu.convert_layout
// WGMMA: tile_gpu.mma wgmma
// WGMMA-NEXT: scf.yield
func.func @loop(%p: !tile.ptr<f32>, %q: !tile.ptr<bf16>, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %view = tile.make_tensor_view %q extents[%n, %n : i32, i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x?xbf16, strides = [4096, 1]>
  %va = tile.make_view %view : !tile.partition_view<64x32, <?x?xbf16, strides = [4096, 1]>>
  %vb = tile.make_view %view : !tile.partition_view<32x64, <?x?xbf16, strides = [4096, 1]>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load_view %va[%c0, %i : i32, i32] : !tile.partition_view<64x32, <?x?xbf16, strides = [4096, 1]>>
    %b = tile.load_view %vb[%i, %c0 : i32, i32] : !tile.partition_view<32x64, <?x?xbf16, strides = [4096, 1]>>
    %t = tile.mma %a, %b, %s : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %t : tensor<64x64xf32>
  }
  %out = tile.make_tensor_view %p extents[%n, %n : i32, i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [4096, 1]>
  %vc = tile.make_view %out : !tile.partition_view<64x64, <?x?xf32, strides = [4096, 1]>>
  tile.store_view %vc[%c0, %c0 : i32, i32], %sum : !tile.partition_view<64x64, <?x?xf32, strides = [4096, 1]>>
  return
}

// What the first MMA gives is an operand of the second as it is: in each lane's own registers, rows stay in their warp.
// CHECK-LABEL: func @chain
// CHECK: %[[SCORES:.*]] = tile_gpu.mma mma_sync
// CHECK: %[[WEIGHTS:.*]] = tile.ftof %[[SCORES]]
// CHECK: tile_gpu.mma mma_sync %[[WEIGHTS]],
// With warpgroups, too: it stays in registers.
// WGMMA-LABEL: func @chain
// WGMMA: %[[SCORES:.*]] = tile_gpu.mma wgmma
// WGMMA: %[[WEIGHTS:.*]] = tile.ftof %[[SCORES]]
// WGMMA: tile_gpu.mma wgmma %[[WEIGHTS]] in_registers,
func.func @chain(%p: !tile.ptr<f32>, %q: !tile.ptr<f16>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 4>]} {
  %z = arith.constant dense<0.0> : tensor<64x32xf32>
  %y = arith.constant dense<0.0> : tensor<64x64xf32>
  %pa = tile.splat %q : tensor<64x64x!tile.ptr<f16>>
  %pb = tile.splat %q : tensor<64x32x!tile.ptr<f16>>
  %pc = tile.splat %q : tensor<32x64x!tile.ptr<f16>>
  %a = tile.load %pa : tensor<64x64x!tile.ptr<f16>>
  %b = tile.load %pb : tensor<64x32x!tile.ptr<f16>>
  %c = tile.load %pc : tensor<32x64x!tile.ptr<f16>>
  %s = tile.mma %a, %b, %z : tensor<64x64xf16>, tensor<64x32xf16>, tensor<64x32xf32>
  %w = tile.ftof %s : tensor<64x32xf32> -> tensor<64x32xf16>
  %o = tile.mma %w, %c, %y : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  %po = tile.splat %p : tensor<64x64x!tile.ptr<f32>>
  tile.store %po, %o : tensor<64x64x!tile.ptr<f32>>
  return
}
