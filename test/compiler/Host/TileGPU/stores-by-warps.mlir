// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each warp's lane 0 copies the part of a buffer that its own warp has written. Each kernel has one fault, or says ok.
// RUN: tile-gpu-run --print 40 --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --print 40 --orders 20 %s | FileCheck %s

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #rows, stages = 1, align = 128>
// 60 of the words at argument 0, in halves of 64.
#halves = #tile_gpu.tensor_map<i32, base = ()[s0] -> (s0), extents = ()[s0] -> (60), strides = ()[s0] -> (), box = [32], order = [0], swizzle = 0>

// The buffer is written again when its own warp's copies have read it.
// CHECK-LABEL: stores_by_warps: ok
// CHECK: arg0: 0 1 2 3 3 4 5 6 {{.*}} 30 31 32 33 34 35 36 37 38
func.func @stores_by_warps(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  %threes = arith.constant dense<3> : tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #halves
  %i = tile.iota : tensor<64xi32, #one>
  %j = arith.addi %i, %threes : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier warp
  tile_gpu.tma_store %b to %map[%zero] by warps : !buffer
  %g = tile_gpu.bulk_commit by warps
  tile_gpu.bulk_wait pending 0 by warps
  tile_gpu.memory_barrier warp
  // Others write what this warp has just written, so all have to meet.
  tile_gpu.memory_barrier cta
  tile_gpu.buffer_store %j, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier warp
  tile_gpu.tma_store %b to %map[%four] by warps : !buffer
  %h = tile_gpu.bulk_commit by warps
  tile_gpu.bulk_wait pending 0 by warps
  return
}

// CHECK-LABEL: not_met_in_warp: store.cu:2:1: data race: read of byte {{4|132}} of shared memory by lane 0 of warp {{[01]}}
func.func @not_met_in_warp(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #halves
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.tma_store %b to %map[%zero] by warps : !buffer loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit by warps
  tile_gpu.bulk_wait pending 0 by warps
  return
}

// Half of what a warp copies the other one has written.
// CHECK-LABEL: parts_of_others: {{write|store}}.cu
// CHECK: data race: {{read|write}} of byte {{[0-9]+}} of shared memory by lane 0 of warp 1
func.func @parts_of_others(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #halves
  %i = tile.iota : tensor<64xi32, #turned>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #turned>, !buffer loc("write.cu":1:1)
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier warp
  tile_gpu.tma_store %b to %map[%zero] by warps : !buffer loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit by warps
  tile_gpu.bulk_wait pending 0 by warps
  return
}

// Warp 1 has not waited for its own copies.
// CHECK-LABEL: waited_for_first_only: store.cu:2:1: the block ends while {{.*}} may still read shared memory
func.func @waited_for_first_only(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #halves
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier warp
  tile_gpu.tma_store %b to %map[%zero] by warps : !buffer loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit by warps
  tile_gpu.bulk_wait pending 0
  return
}
