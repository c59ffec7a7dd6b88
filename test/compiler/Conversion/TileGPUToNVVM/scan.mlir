// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// A scan: within a lane, across lanes, across warps; then what came before is combined into every register.

#l = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>

// CHECK-LABEL: llvm.func @scan
// CHECK: arith.addf
// Five steps for the totals, one shuffle for the left neighbour's.
// CHECK-COUNT-6: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.barrier0
// The totals of four warps, of which three may count; then one select for what came before, and a sum for each register.
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: llvm.load
// CHECK-COUNT-3: arith.select {{.*}} : f32
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK: arith.select
// CHECK-NOT: arith.select
// CHECK: llvm.return
func.func @scan(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f32>, #l>
  %s = tile_gpu.scan %x axis = 0 {shared_offset = 0 : i64} : (tensor<256xf32, #l>) -> tensor<256xf32, #l> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  tile_gpu.store %ps, %s : tensor<256x!tile.ptr<f32>, #l>
  return
}

// From the end: lane and warp positions are complemented.
// CHECK-LABEL: llvm.func @reverse
// CHECK: arith.constant 31 : i32
// CHECK: arith.xori
// CHECK: nvvm.shfl.sync idx
func.func @reverse(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f32>, #l>
  %s = tile_gpu.scan %x axis = 0 reverse {shared_offset = 0 : i64} : (tensor<256xf32, #l>) -> tensor<256xf32, #l> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  tile_gpu.store %ps, %s : tensor<256x!tile.ptr<f32>, #l>
  return
}
