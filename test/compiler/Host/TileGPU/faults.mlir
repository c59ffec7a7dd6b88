// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each kernel has one fault planted (or, where it says so, mended): the executor must name it, since nothing else finds
// it without a GPU.
// RUN: tile-gpu-run %s | FileCheck %s

// Lane l of warp w holds element 32 w + l; #turned has the warps the other way round.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>

// A barrier is missing between a store and other lanes' loads of the same words.
// CHECK: barrier_removed: load.cu:7:3: data race: read of byte 4 of arg0 by lane 2 of warp 0 is not ordered with the write at store.cu:6:3 by lane 1 of warp 0
func.func @barrier_removed(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one> loc("store.cu":6:3)
  %j = tile.iota : tensor<64xi32, #turned>
  %r = tile.splat %p : tensor<64x!tile.ptr<i32>, #turned>
  %b = tile.offset %r, %j : tensor<64x!tile.ptr<i32>, #turned>, tensor<64xi32, #turned>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #turned> loc("load.cu":7:3)
  return
}

// CHECK: barrier_present: ok
func.func @barrier_present(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one>
  tile_gpu.memory_barrier cta
  %j = tile.iota : tensor<64xi32, #turned>
  %r = tile.splat %p : tensor<64x!tile.ptr<i32>, #turned>
  %b = tile.offset %r, %j : tensor<64x!tile.ptr<i32>, #turned>, tensor<64xi32, #turned>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #turned>
  return
}

// A barrier of warps is too narrow: warp 1 stores what warp 0 loads.
// CHECK: barrier_too_narrow: store.cu:6:3: data race: write of byte 128 of arg0 by lane 0 of warp 1 is not ordered with the read at load.cu:7:3 by lane 1 of warp 0
func.func @barrier_too_narrow(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one> loc("store.cu":6:3)
  tile_gpu.memory_barrier warp
  %j = tile.iota : tensor<64xi32, #turned>
  %r = tile.splat %p : tensor<64x!tile.ptr<i32>, #turned>
  %b = tile.offset %r, %j : tensor<64x!tile.ptr<i32>, #turned>, tensor<64xi32, #turned>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #turned> loc("load.cu":7:3)
  return
}

// Two conversions in one scratch: the second overwrites what slow warps still read of the first.
// CHECK: scratch_reused: second.cu:2:1: data race: write of byte 128 of shared memory by lane 16 of warp 1 is not ordered with the read at first.cu:1:1 by lane 1 of warp 1
func.func @scratch_reused() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 256 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %a = tile_gpu.convert_layout %i {shared_offset = 0 : i64} : tensor<64xi32, #one> -> tensor<64xi32, #turned> loc("first.cu":1:1)
  %b = tile_gpu.convert_layout %i {shared_offset = 0 : i64} : tensor<64xi32, #one> -> tensor<64xi32, #turned> loc("second.cu":2:1)
  return
}

// The scratch lies where a local object lies, and barriers cannot help.
// CHECK: scratch_over_object: load.cu:5:3: local object was overwritten by scratch of tile_gpu.convert_layout at convert.cu:4:3
func.func @scratch_over_object() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 256 : i64} {
  %c = arith.constant 7 : i32
  %o = tile_gpu.alloca 4 bytes align 4 {shared_offset = 0 : i64} : !tile.ptr<i32>
  tile_gpu.store %o, %c : !tile.ptr<i32>
  tile_gpu.memory_barrier cta
  %i = tile.iota : tensor<64xi32, #one>
  %a = tile_gpu.convert_layout %i {shared_offset = 0 : i64} : tensor<64xi32, #one> -> tensor<64xi32, #turned> loc("convert.cu":4:3)
  tile_gpu.memory_barrier cta
  %x = tile_gpu.load %o : !tile.ptr<i32> loc("load.cu":5:3)
  return
}

// CHECK: scratch_outside: convert.cu:1:1: scratch of tile_gpu.convert_layout reaches byte {{[0-9]+}} of shared memory, expected less than 128
func.func @scratch_outside() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 128 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %a = tile_gpu.convert_layout %i {shared_offset = 0 : i64} : tensor<64xi32, #one> -> tensor<64xi32, #turned> loc("convert.cu":1:1)
  return
}

// The scalar store is lane 0's, and the local object is everybody's.
// CHECK: object_without_barrier: load.cu:2:1: data race: read of byte 0 of shared memory by lane 31 of warp 0 is not ordered with the write at store.cu:1:1 by lane 0 of warp 0
func.func @object_without_barrier() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %c = arith.constant 7 : i32
  %o = tile_gpu.alloca 4 bytes align 4 {shared_offset = 0 : i64} : !tile.ptr<i32>
  tile_gpu.store %o, %c : !tile.ptr<i32> loc("store.cu":1:1)
  %x = tile_gpu.load %o : !tile.ptr<i32> loc("load.cu":2:1)
  return
}

// Four registers of a lane, neighbours in the tile.
#four = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
// Four registers of a lane that are not.
#apart = #tile_gpu.layout<register = [[64], [128]], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// CHECK: vector_right: ok
func.func @vector_right(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<256xi32, #four>
  %q = tile.splat %p : tensor<256x!tile.ptr<i32>, #four>
  %a = tile.offset %q, %i : tensor<256x!tile.ptr<i32>, #four>, tensor<256xi32, #four>
  %x = tile_gpu.load %a vector 4 : tensor<256x!tile.ptr<i32>, #four>
  return
}

// CHECK: vector_of_strangers: load.cu:1:1: tile_gpu.load of 4 elements from element 0 on is not one access: addresses are not adjacent
func.func @vector_of_strangers(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<256xi32, #apart>
  %q = tile.splat %p : tensor<256x!tile.ptr<i32>, #apart>
  %a = tile.offset %q, %i : tensor<256x!tile.ptr<i32>, #apart>, tensor<256xi32, #apart>
  %x = tile_gpu.load %a vector 4 : tensor<256x!tile.ptr<i32>, #apart> loc("load.cu":1:1)
  return
}

// CHECK: vector_misaligned: store.cu:1:1: tile_gpu.store of 4 elements from element 0 on is not one access: address is not aligned
func.func @vector_misaligned(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %c1 = arith.constant 1 : i32
  %p1 = tile.offset %p, %c1 : !tile.ptr<i32>, i32
  %i = tile.iota : tensor<256xi32, #four>
  %q = tile.splat %p1 : tensor<256x!tile.ptr<i32>, #four>
  %a = tile.offset %q, %i : tensor<256x!tile.ptr<i32>, #four>, tensor<256xi32, #four>
  tile_gpu.store %a, %i vector 4 : tensor<256x!tile.ptr<i32>, #four> loc("store.cu":1:1)
  return
}

// CHECK: vector_half_masked: load.cu:1:1: tile_gpu.load of 4 elements from element 8 on is not one access: masks differ
func.func @vector_half_masked(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %n = arith.constant dense<10> : tensor<256xi32, #four>
  %i = tile.iota : tensor<256xi32, #four>
  %m = arith.cmpi ult, %i, %n : tensor<256xi32, #four>
  %q = tile.splat %p : tensor<256x!tile.ptr<i32>, #four>
  %a = tile.offset %q, %i : tensor<256x!tile.ptr<i32>, #four>, tensor<256xi32, #four>
  %x = tile_gpu.load %a mask %m vector 4 : tensor<256x!tile.ptr<i32>, #four> loc("load.cu":1:1)
  return
}

// CHECK: object_outside: store.cu:1:1: out-of-bounds store: element 0 is outside any local object
func.func @object_outside() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %c = arith.constant 1 : i32
  %o = tile_gpu.alloca 4 bytes align 4 {shared_offset = 0 : i64} : !tile.ptr<i32>
  %q = tile.offset %o, %c : !tile.ptr<i32>, i32
  tile_gpu.store %q, %c : !tile.ptr<i32> loc("store.cu":1:1)
  return
}

// A load must see the program's own store before it, which another lane has made.
// CHECK: atomics_out_of_order: load.cu:2:1: data race: atomic access of byte 4 of arg0 by lane 2 of warp 0 is not ordered with the atomic access at store.cu:1:1 by lane 1 of warp 0
func.func @atomics_out_of_order(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.atomic_store relaxed device %a, %i : tensor<64x!tile.ptr<i32>, #one> loc("store.cu":1:1)
  %j = tile.iota : tensor<64xi32, #turned>
  %r = tile.splat %p : tensor<64x!tile.ptr<i32>, #turned>
  %b = tile.offset %r, %j : tensor<64x!tile.ptr<i32>, #turned>, tensor<64xi32, #turned>
  %x = tile_gpu.atomic_load relaxed device %b : tensor<64x!tile.ptr<i32>, #turned> loc("load.cu":2:1)
  return
}

// Sums come out the same in any order, whoever adds first.
// CHECK: atomics_that_commute: ok
func.func @atomics_that_commute(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.atomic_rmw add relaxed device %a, %i : tensor<64x!tile.ptr<i32>, #one>
  %j = tile.iota : tensor<64xi32, #turned>
  %r = tile.splat %p : tensor<64x!tile.ptr<i32>, #turned>
  %b = tile.offset %r, %j : tensor<64x!tile.ptr<i32>, #turned>, tensor<64xi32, #turned>
  tile_gpu.atomic_rmw add relaxed device %b, %j : tensor<64x!tile.ptr<i32>, #turned>
  tile_gpu.atomic_rmw add relaxed device %q, %i : tensor<64x!tile.ptr<i32>, #one>
  return
}
