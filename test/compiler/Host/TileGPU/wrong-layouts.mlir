// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts are taken at their word; a value that does not fit its layout, or an op whose layouts do not fit each other,
// is reported.
// RUN: not tile-gpu-run --no-verify %s | FileCheck %s

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#copies = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[0]]>

// Both warps are said to hold the same 32 elements, and do not.
// CHECK: copies_differ: store.cu:1:1: copies of element 0 of the value of tile_gpu.store differ: 0x0 in register 0 of lane 0 of warp 0, 0x20 in register 0 of lane 0 of warp 1
func.func @copies_differ(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %x = tile_gpu.reshape %i : tensor<64xi32, #one> -> tensor<32xi32, #copies>
  %j = tile.iota : tensor<32xi32, #copies>
  %q = tile.splat %p : tensor<32x!tile.ptr<i32>, #copies>
  %a = tile.offset %q, %j : tensor<32x!tile.ptr<i32>, #copies>, tensor<32xi32, #copies>
  tile_gpu.store %a, %x : tensor<32x!tile.ptr<i32>, #copies> loc("store.cu":1:1)
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
// CHECK: error: expected one layout, got #tile_gpu.layout<lane = {{.*}}> and #tile_gpu.layout
func.func @two_layouts() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %f = tile.bitcast %i : tensor<64xi32, #one> -> tensor<64xf32, #turned>
  return
}

// -----

#four = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]]>
// CHECK: error: expected layouts of 2 warps and 1 cta, got 'tensor<64xi32
func.func @other_warps() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #four>
  return
}

// -----

// CHECK: error: expected attributes tile_gpu.num_warps and tile_gpu.shared_bytes
func.func @not_allocated() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  return
}
