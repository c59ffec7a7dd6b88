// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two blocks, of which the first hands data to the second through a flag. Barriers tie what the single lanes did to the
// release and the acquire; without them it is a race on a GPU, and no test of values would show it.
// RUN: tile-gpu-run --grid 2 %s | FileCheck %s

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// CHECK: release_after_barrier: ok
func.func @release_after_barrier(%p: !tile.ptr<i32>, %flag: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %id = tile.block_id x
  %isFirst = arith.cmpi eq, %id, %c0 : i32
  scf.if %isFirst {
    tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one> loc("store.cu":1:1)
    tile_gpu.memory_barrier cta
    tile_gpu.atomic_store release device %flag, %c1 : !tile.ptr<i32>
  } else {
    %seen = tile_gpu.atomic_load acquire device %flag {shared_offset = 0 : i64} : !tile.ptr<i32>
    tile_gpu.memory_barrier cta
    %x = tile_gpu.load %a : tensor<64x!tile.ptr<i32>, #one> loc("load.cu":4:1)
    %y = tile.splat %seen : tensor<64xi32, #one>
    %z = arith.addi %x, %y : tensor<64xi32, #one>
  }
  return
}

// Data handed to another block: other lanes' stores are not lane 0's to release.
// CHECK: release_without_barrier: load.cu:4:1: data race: read of byte 4 of arg0 by lane 1 of warp 0 is not ordered with the write at store.cu:1:1 by lane 1 of warp 0 in block (0, 0, 0)
func.func @release_without_barrier(%p: !tile.ptr<i32>, %flag: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %id = tile.block_id x
  %isFirst = arith.cmpi eq, %id, %c0 : i32
  scf.if %isFirst {
    tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one> loc("store.cu":1:1)
    tile_gpu.atomic_store release device %flag, %c1 : !tile.ptr<i32>
  } else {
    %seen = tile_gpu.atomic_load acquire device %flag {shared_offset = 0 : i64} : !tile.ptr<i32>
    tile_gpu.memory_barrier cta
    %x = tile_gpu.load %a : tensor<64x!tile.ptr<i32>, #one> loc("load.cu":4:1)
    %y = tile.splat %seen : tensor<64xi32, #one>
    %z = arith.addi %x, %y : tensor<64xi32, #one>
  }
  return
}

// Only the lane that acquires knows what it acquired, until a barrier tells the others.
// CHECK: acquire_without_barrier: load.cu:4:1: data race: read of byte 4 of arg0 by lane 1 of warp 0 is not ordered with the write at store.cu:1:1 by lane 1 of warp 0 in block (0, 0, 0)
func.func @acquire_without_barrier(%p: !tile.ptr<i32>, %flag: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %id = tile.block_id x
  %isFirst = arith.cmpi eq, %id, %c0 : i32
  scf.if %isFirst {
    tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one> loc("store.cu":1:1)
    tile_gpu.memory_barrier cta
    tile_gpu.atomic_store release device %flag, %c1 : !tile.ptr<i32>
  } else {
    // Nobody needs the value: no scratch, and so no barrier that hands it on.
    %seen = tile_gpu.atomic_load acquire device %flag : !tile.ptr<i32>
    %x = tile_gpu.load %a : tensor<64x!tile.ptr<i32>, #one> loc("load.cu":4:1)
  }
  return
}
