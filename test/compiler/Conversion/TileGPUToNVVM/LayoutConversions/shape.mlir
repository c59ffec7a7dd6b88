// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Ops that move nothing: coordinates come from the lane's position, other shapes are the same registers.

#l = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]]>
#row = #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]]>
#t = #tile_gpu.layout<register = [[1, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 8]]>

// CHECK-LABEL: llvm.func @coordinates
// Rows: lane bits 2 to 4 and the warp bit, moved down by two.
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[MASK:.*]] = arith.constant 60 : i32
// CHECK: %[[BITS:.*]] = arith.andi %[[TID]], %[[MASK]]
// CHECK: arith.shrui %[[BITS]]
// Columns: lane bits 0 and 1, up by one; register 1 adds one.
// CHECK: arith.constant 3 : i32
// CHECK: arith.shli
// CHECK: arith.addi {{.*}} overflow<nsw, nuw>
func.func @coordinates(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %r = tile_gpu.coordinate 0 : tensor<16x8xi32, #l>
  %c = tile_gpu.coordinate 1 : tensor<16x8xi32, #l>
  %s = arith.addi %r, %c : tensor<16x8xi32, #l>
  %ps = tile.splat %p : tensor<16x8x!tile.ptr<i32>, #l>
  tile_gpu.store %ps, %s : tensor<16x8x!tile.ptr<i32>, #l>
  return
}

// CHECK-LABEL: llvm.func @renaming
// Nothing but two loads, an addition and a store for each register.
// CHECK-NOT: shfl
// CHECK-NOT: barrier
// CHECK: llvm.return
func.func @renaming(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<16x8x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<16x8x!tile.ptr<f32>, #l>
  %rs = tile.splat %p : tensor<16x1x!tile.ptr<f32>, #row>
  %row = tile_gpu.load %rs : tensor<16x1x!tile.ptr<f32>, #row>
  %b = tile_gpu.broadcast %row : tensor<16x1xf32, #row> -> tensor<16x8xf32, #l>
  %y = arith.addf %x, %b : tensor<16x8xf32, #l>
  %z = tile_gpu.permute %y [1, 0] : tensor<16x8xf32, #l> -> tensor<8x16xf32, #t>
  %qs = tile.splat %p : tensor<8x16x!tile.ptr<f32>, #t>
  tile_gpu.store %qs, %z : tensor<8x16x!tile.ptr<f32>, #t>
  return
}

#half = #tile_gpu.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#whole = #tile_gpu.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
// CHECK-LABEL: llvm.func @cat
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32, %[[B:[a-z0-9]+]]: f32
// CHECK: llvm.store %[[A]]
// CHECK: llvm.store %[[B]]
func.func @cat(%a: f32, %b: f32, %p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = tile.splat %a : tensor<32xf32, #half>
  %y = tile.splat %b : tensor<32xf32, #half>
  %z = tile_gpu.cat %x, %y axis = 0 : tensor<32xf32, #half> -> tensor<64xf32, #whole>
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>, #whole>
  tile_gpu.store %ps, %z : tensor<64x!tile.ptr<f32>, #whole>
  return
}
