// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// extract and insert: one tile through scratch, element numbers by moving bits.

#l = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#s = #tile_gpu.layout<register = [], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [0, 0]], warp = []>

// CHECK-LABEL: llvm.func @extract
// CHECK-COUNT-2: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> f32
// CHECK-NOT: !llvm.ptr<3> -> f32
// CHECK-LABEL: llvm.func @insert
// Only one of the two copies of the sub-tile is written.
// CHECK: st.shared.b32
// CHECK: nvvm.bar.warp.sync
// CHECK-COUNT-2: arith.select
func.func @extract(%p: !tile.ptr<f32>, %i: i32, %j: i64) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<8x8x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<8x8x!tile.ptr<f32>, #l>
  %y = tile_gpu.extract %x[%i, %j : i32, i64] {shared_offset = 0 : i64} : tensor<8x8xf32, #l> -> tensor<4x4xf32, #s>
  %qs = tile.splat %p : tensor<4x4x!tile.ptr<f32>, #s>
  tile_gpu.store %qs, %y : tensor<4x4x!tile.ptr<f32>, #s>
  return
}
func.func @insert(%p: !tile.ptr<f32>, %i: i32, %j: i64) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<8x8x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<8x8x!tile.ptr<f32>, #l>
  %qs = tile.splat %p : tensor<4x4x!tile.ptr<f32>, #s>
  %y = tile_gpu.load %qs : tensor<4x4x!tile.ptr<f32>, #s>
  %z = tile_gpu.insert %y into %x[%i, %j : i32, i64] {shared_offset = 0 : i64} : tensor<4x4xf32, #s> into tensor<8x8xf32, #l>
  tile_gpu.store %ps, %z : tensor<8x8x!tile.ptr<f32>, #l>
  return
}
