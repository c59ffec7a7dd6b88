// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Elementwise ops: one op for each register, scalars used by all; types without arithmetic are widened for comparisons.

#l = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>

// CHECK-LABEL: llvm.func @elementwise(%arg0: f32, %arg1: !llvm.ptr)
// CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>
// CHECK-COUNT-2: arith.mulf {{.*}} : f32
// CHECK-COUNT-2: arith.cmpf ogt, {{.*}} : f32
// CHECK-COUNT-2: arith.select {{.*}} : f32
// CHECK-NOT: tensor
func.func @elementwise(%s: f32, %p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<64x!tile.ptr<f32>, #l>, tensor<64xi32, #l>
  %x = tile_gpu.load %pp vector 2 : tensor<64x!tile.ptr<f32>, #l>
  %t = tile.splat %s : tensor<64xf32, #l>
  %y = arith.mulf %x, %t : tensor<64xf32, #l>
  %c = arith.cmpf ogt, %x, %y : tensor<64xf32, #l>
  %z = arith.select %c, %x, %y : tensor<64xi1, #l>, tensor<64xf32, #l>
  tile_gpu.store %pp, %z vector 2 : tensor<64x!tile.ptr<f32>, #l>
  return
}

// CHECK-LABEL: llvm.func @control_flow
// A loop carries registers.
// CHECK: scf.for {{.*}} iter_args({{.*}} = {{.*}}, {{.*}} = {{.*}}) -> (f32, f32)
// CHECK: scf.if {{.*}} -> (f32, f32)
func.func @control_flow(%n: i32, %p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<64x!tile.ptr<f32>, #l>, tensor<64xi32, #l>
  %x = tile_gpu.load %pp : tensor<64x!tile.ptr<f32>, #l>
  %y = scf.for %k = %zero to %n step %one iter_args(%v = %x) -> (tensor<64xf32, #l>) : i32 {
    %c = arith.cmpi sgt, %k, %one : i32
    %w = scf.if %c -> (tensor<64xf32, #l>) {
      %a = arith.addf %v, %x : tensor<64xf32, #l>
      scf.yield %a : tensor<64xf32, #l>
    } else {
      scf.yield %v : tensor<64xf32, #l>
    }
    scf.yield %w : tensor<64xf32, #l>
  }
  tile_gpu.store %pp, %y : tensor<64x!tile.ptr<f32>, #l>
  return
}

// CHECK-LABEL: llvm.func @narrow_comparison
// CHECK: nvvm.convert.f8x2.to.f16x2
// CHECK: arith.cmpf une, {{.*}} : f32
func.func @narrow_comparison(%x: f8E4M3FN, %p: !tile.ptr<i1>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %zero = arith.constant 0.0 : f8E4M3FN
  %c = arith.cmpf une, %x, %zero : f8E4M3FN
  tile_gpu.store %p, %c : !tile.ptr<i1>
  return
}
