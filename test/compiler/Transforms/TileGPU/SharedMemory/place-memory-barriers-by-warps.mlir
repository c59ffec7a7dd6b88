// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-place-memory-barriers | FileCheck %s
// Where each warp copies what its own lanes have written, lanes of a warp wait for each other; where it copies what others have, all do.

#rows = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
#straight = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #straight, stages = 1, align = 128>
#halves = #tile_gpu.tensor_map<i32, base = ()[s0] -> (s0), extents = ()[s0] -> (64), strides = ()[s0] -> (), box = [32], order = [0], swizzle = 0>

// CHECK-LABEL: func @own_parts
// CHECK-NOT: memory_barrier cta
// CHECK: tile_gpu.tma_store
// CHECK-NOT: memory_barrier cta
// CHECK: return
func.func @own_parts(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #halves
  %i = tile.iota : tensor<64xi32, #rows>
  scf.for %k = %zero to %n step %one : i32 {
    tile_gpu.bulk_wait pending 0 read by warps
    tile_gpu.memory_barrier warp
    tile_gpu.buffer_store %i, %b : tensor<64xi32, #rows>, !buffer
    tile_gpu.proxy_fence
    tile_gpu.memory_barrier warp
    tile_gpu.tma_store %b to %map[%zero] by warps : !buffer
    %g = tile_gpu.bulk_commit by warps
  }
  return
}

// CHECK-LABEL: func @parts_of_others
// CHECK: tile_gpu.bulk_wait
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.buffer_store
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.tma_store
func.func @parts_of_others(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #halves
  %i = tile.iota : tensor<64xi32, #turned>
  scf.for %k = %zero to %n step %one : i32 {
    tile_gpu.bulk_wait pending 0 read by warps
    tile_gpu.memory_barrier warp
    tile_gpu.buffer_store %i, %b : tensor<64xi32, #turned>, !buffer
    tile_gpu.proxy_fence
    tile_gpu.memory_barrier warp
    tile_gpu.tma_store %b to %map[%zero] by warps : !buffer
    %g = tile_gpu.bulk_commit by warps
  }
  return
}
