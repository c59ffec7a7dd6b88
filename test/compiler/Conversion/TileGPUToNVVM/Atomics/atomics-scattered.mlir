// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// REQUIRES: ptxas
// Lanes that update one cell are joined where only data says which cells those are: memory does them one by one.

#l = #tile_gpu.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// Rounds over the peers above, then the first of each group updates for all.
// CHECK-LABEL: llvm.func @scattered
// CHECK:         %[[PEERS:.*]] = nvvm.match.sync any
// CHECK:         scf.while
// CHECK:           nvvm.vote.sync any
// CHECK:           nvvm.shfl.sync idx
// CHECK:           arith.addf
// CHECK:           nvvm.vote.sync ballot
// CHECK:         "@$2 red.relaxed.gpu.global.add.f32 [$0], $1;"
// CHECK:         nvvm.match.sync any
// CHECK:           arith.maxsi
// CHECK:         "@$2 red.relaxed.gpu.global.max.s32 [$0], $1;"
func.func @scattered(%out: !tile.ptr<f32>, %most: !tile.ptr<i32>, %keys: !tile.ptr<i32>, %x: f32)
    attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %from = tile.splat %keys : tensor<64x!tile.ptr<i32>, #l>
  %at = tile.offset %from, %i : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  %key = tile_gpu.load %at : tensor<64x!tile.ptr<i32>, #l>
  %base = tile.splat %out : tensor<64x!tile.ptr<f32>, #l>
  %cell = tile.offset %base, %key : tensor<64x!tile.ptr<f32>, #l>, tensor<64xi32, #l>
  %value = tile.splat %x : tensor<64xf32, #l>
  tile_gpu.atomic_rmw add relaxed device %cell, %value : tensor<64x!tile.ptr<f32>, #l>
  %mostBase = tile.splat %most : tensor<64x!tile.ptr<i32>, #l>
  %mostCell = tile.offset %mostBase, %key : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  tile_gpu.atomic_rmw max_signed relaxed device %mostCell, %i : tensor<64x!tile.ptr<i32>, #l>
  return
}

// Cells that differ by their place in the tile, a result that each lane wants, and updates that publish: one by one.
// CHECK-LABEL: llvm.func @apart
// CHECK-NOT:     nvvm.match.sync
func.func @apart(%out: !tile.ptr<i32>, %keys: !tile.ptr<i32>)
    attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %from = tile.splat %keys : tensor<64x!tile.ptr<i32>, #l>
  %at = tile.offset %from, %i : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  %key = tile_gpu.load %at : tensor<64x!tile.ptr<i32>, #l>
  %base = tile.splat %out : tensor<64x!tile.ptr<i32>, #l>
  %own = tile.offset %base, %i : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  tile_gpu.atomic_rmw add relaxed device %own, %key : tensor<64x!tile.ptr<i32>, #l>
  %cell = tile.offset %base, %key : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  %old = tile_gpu.atomic_rmw add relaxed device %cell, %i : tensor<64x!tile.ptr<i32>, #l> -> tensor<64xi32, #l>
  tile_gpu.store %at, %old : tensor<64x!tile.ptr<i32>, #l>
  tile_gpu.atomic_rmw add release device %cell, %i : tensor<64x!tile.ptr<i32>, #l>
  return
}

// Halves are added up in f32.
// CHECK-LABEL: llvm.func @halves
// CHECK:         nvvm.match.sync any
// CHECK:           arith.addf {{.*}} : f32
// CHECK:         arith.truncf {{.*}} : f32 to f16
// CHECK:         red.relaxed.gpu.global.add.noftz.f16
func.func @halves(%out: !tile.ptr<f16>, %keys: !tile.ptr<i32>, %x: f16) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %from = tile.splat %keys : tensor<64x!tile.ptr<i32>, #l>
  %at = tile.offset %from, %i : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  %key = tile_gpu.load %at : tensor<64x!tile.ptr<i32>, #l>
  %base = tile.splat %out : tensor<64x!tile.ptr<f16>, #l>
  %cell = tile.offset %base, %key : tensor<64x!tile.ptr<f16>, #l>, tensor<64xi32, #l>
  %value = tile.splat %x : tensor<64xf16, #l>
  tile_gpu.atomic_rmw add relaxed device %cell, %value : tensor<64x!tile.ptr<f16>, #l>
  return
}

// Neighbours that share a cell by their place: the hardware joins these.
// CHECK-LABEL: llvm.func @groups
// CHECK-NOT:     nvvm.match.sync
func.func @groups(%out: !tile.ptr<f32>, %x: f32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %eight = arith.constant dense<8> : tensor<64xi32, #l>
  %group = arith.divui %i, %eight : tensor<64xi32, #l>
  %base = tile.splat %out : tensor<64x!tile.ptr<f32>, #l>
  %cell = tile.offset %base, %group : tensor<64x!tile.ptr<f32>, #l>, tensor<64xi32, #l>
  %value = tile.splat %x : tensor<64xf32, #l>
  tile_gpu.atomic_rmw add relaxed device %cell, %value : tensor<64x!tile.ptr<f32>, #l>
  return
}

// In the block's own memory the hardware adds integers up, floats only one after another: joined where many of them have
// the cell of one of two lanes.
// CHECK-LABEL: llvm.func @own_table
// CHECK-COUNT-2: nvvm.vote.sync ballot
// CHECK:         %[[CROWDED:.*]] = arith.ori
// CHECK:         scf.if %[[CROWDED]] -> (f32, i1)
// CHECK:           nvvm.match.sync any {{.*}} : i32
// CHECK:         } else {
// CHECK:         red.relaxed.cta.shared.add.f32
// CHECK-NOT:     nvvm.match.sync
// CHECK:         red.relaxed.cta.shared.add.u32
func.func @own_table(%keys: !tile.ptr<i32>, %x: f32)
    attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 512 : i64} {
  %sums = tile_gpu.alloca 256 bytes align 16 {shared_offset = 0 : i64} : !tile.ptr<f32>
  %counts = tile_gpu.alloca 256 bytes align 16 {shared_offset = 256 : i64} : !tile.ptr<i32>
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %from = tile.splat %keys : tensor<64x!tile.ptr<i32>, #l>
  %at = tile.offset %from, %i : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  %key = tile_gpu.load %at : tensor<64x!tile.ptr<i32>, #l>
  %sumBase = tile.splat %sums : tensor<64x!tile.ptr<f32>, #l>
  %sum = tile.offset %sumBase, %key : tensor<64x!tile.ptr<f32>, #l>, tensor<64xi32, #l>
  %value = tile.splat %x : tensor<64xf32, #l>
  tile_gpu.atomic_rmw add relaxed block %sum, %value : tensor<64x!tile.ptr<f32>, #l>
  %countBase = tile.splat %counts : tensor<64x!tile.ptr<i32>, #l>
  %count = tile.offset %countBase, %key : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  tile_gpu.atomic_rmw add relaxed block %count, %i : tensor<64x!tile.ptr<i32>, #l>
  return
}
