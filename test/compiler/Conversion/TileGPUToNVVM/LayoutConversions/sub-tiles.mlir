// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// extract and insert: constant indices name registers, others choose among registers, lanes, or addresses in scratch.

#l = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#s = #tile_gpu.layout<register = [], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [0, 0]], warp = []>

// Both registers of the lane that the indices name travel, and the receiver takes one.
// CHECK-LABEL: llvm.func @extract(
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK-NOT: {{shfl|ptr<3>}}
// CHECK-LABEL: llvm.func @insert(
// CHECK-NOT: ptr<3>
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK-NOT: {{shfl|ptr<3>}}
// CHECK: llvm.return
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

#halves = #tile_gpu.layout<register = [[1], [64]], lane = [[2], [4], [8], [16], [32]], warp = [[128]]>
#half = #tile_gpu.layout<register = [[1], [64]], lane = [[2], [4], [8], [16], [32]], warp = [[0]]>
#pairs = #tile_gpu.layout<register = [[0, 0, 1], [2, 0, 0]], lane = [[0, 0, 2], [0, 0, 4], [0, 1, 0], [1, 0, 0], [0, 0, 8]], warp = []>
#firsts = #tile_gpu.layout<register = [[0, 0, 1], [2, 0, 0]], lane = [[0, 0, 2], [0, 0, 4], [0, 0, 0], [1, 0, 0], [0, 0, 8]], warp = []>

#rows = #tile_gpu.layout<register = [[0, 1], [2, 0]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[1, 0]]>
#last_rows = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[1, 0]]>

// Registers tell the halves apart: they are taken, whatever warps do.
// CHECK-LABEL: llvm.func @extract_registers
// CHECK-NOT: {{shfl|ptr<3>|select}}
// CHECK: llvm.return
func.func @extract_registers() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.iota : tensor<4x64xi32, #rows>
  %y = tile_gpu.extract %x[%c1, %c0 : i32, i32] : tensor<4x64xi32, #rows> -> tensor<2x64xi32, #last_rows>
  return
}

// The two halves of pairs whose halves are neighbouring lanes: one shuffle a register for each half, and one select to
// join them.
// CHECK-LABEL: llvm.func @exchange
// CHECK-COUNT-8: nvvm.shfl.sync idx
// CHECK-NOT: {{shfl|ptr<3>}}
// CHECK-COUNT-4: arith.select
// CHECK-NOT: {{shfl|ptr<3>|select}}
// CHECK: llvm.return
func.func @exchange() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.iota : tensor<4x2x16xi32, #pairs>
  %a = tile_gpu.extract %x[%c0, %c0, %c0 : i32, i32, i32] : tensor<4x2x16xi32, #pairs> -> tensor<4x1x16xi32, #firsts>
  %b = tile_gpu.extract %x[%c0, %c1, %c0 : i32, i32, i32] : tensor<4x2x16xi32, #pairs> -> tensor<4x1x16xi32, #firsts>
  %y = tile_gpu.cat %b, %a axis = 1 : tensor<4x1x16xi32, #firsts> -> tensor<4x2x16xi32, #pairs>
  return
}

#wide = #tile_gpu.layout<register = [[1], [64], [128], [256]], lane = [[2], [4], [8], [16], [32]], warp = []>
#narrow = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>

// A register index at run time: a tree of selects.
// CHECK-LABEL: llvm.func @extract_dynamic
// CHECK-COUNT-14: arith.select
// CHECK-NOT: {{shfl|ptr<3>|select}}
// CHECK: llvm.return
func.func @extract_dynamic(%i: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = tile.iota : tensor<512xi32, #wide>
  %y = tile_gpu.extract %x[%i : i32] : tensor<512xi32, #wide> -> tensor<64xi32, #narrow>
  return
}

// Another warp's elements: scratch.
// CHECK-LABEL: llvm.func @extract_warps
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} !llvm.ptr<3>
func.func @extract_warps() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c1 = arith.constant 1 : i32
  %x = tile.iota : tensor<256xi32, #halves>
  %y = tile_gpu.extract %x[%c1 : i32] {shared_offset = 0 : i64} : tensor<256xi32, #halves> -> tensor<128xi32, #half>
  return
}
