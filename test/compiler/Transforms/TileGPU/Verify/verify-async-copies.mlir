// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stage that is used while a copy into it is in flight on every path.
// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-gpu-verify-async-copies))'

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 2>

// Two groups in flight, the older one is waited for and used; then the other.
func.func @right(%a: tensor<64x!tile.ptr<i32>, #one>, %i: i32, %j: i32) {
  %b = tile_gpu.alloc_buffer : !ring
  %s = tile_gpu.buffer_stage %b[%i] : !ring
  %t = tile_gpu.buffer_stage %b[%j] : !ring
  %c0 = tile_gpu.async_copy %a into %s : tensor<64x!tile.ptr<i32>, #one> into !slot
  %g0 = tile_gpu.async_commit %c0
  %c1 = tile_gpu.async_copy %a into %t : tensor<64x!tile.ptr<i32>, #one> into !slot
  %g1 = tile_gpu.async_commit %c1
  %w0 = tile_gpu.async_wait %g0 pending 1
  %x = tile_gpu.buffer_load %s after %w0 : !slot -> tensor<64xi32, #one>
  %w1 = tile_gpu.async_wait %g1 pending 0
  %y = tile_gpu.buffer_load %t after %w1 : !slot -> tensor<64xi32, #one>
  tile_gpu.free_buffer %b : !ring
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>

func.func @pending_too_many(%a: tensor<64x!tile.ptr<i32>, #one>) {
  %b = tile_gpu.alloc_buffer : !slot
  // expected-remark @below {{the copy, whose group may be in flight}}
  %c = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !slot
  %g = tile_gpu.async_commit %c
  %w = tile_gpu.async_wait %g pending 1
  // expected-error @below {{expected a wait for the copy into this buffer first}}
  %x = tile_gpu.buffer_load %b after %w : !slot -> tensor<64xi32, #one>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>

func.func @not_committed(%a: tensor<64x!tile.ptr<i32>, #one>) {
  %b = tile_gpu.alloc_buffer : !slot
  // expected-remark @below {{the copy, which no async_commit has put in a group}}
  %c = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !slot
  %w = tile_gpu.async_wait %c pending 0
  // expected-error @below {{expected a wait for the copy into this buffer first}}
  %x = tile_gpu.buffer_load %b after %w : !slot -> tensor<64xi32, #one>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>

func.func @overwritten(%a: tensor<64x!tile.ptr<i32>, #one>, %v: tensor<64xi32, #one>) {
  %b = tile_gpu.alloc_buffer : !slot
  // expected-remark @below {{the copy, whose group may be in flight}}
  %c = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !slot
  %g = tile_gpu.async_commit %c
  // expected-error @below {{expected a wait for the copy into this buffer first}}
  tile_gpu.buffer_store %v, %b : tensor<64xi32, #one>, !slot
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 2>
!slot = !tile_gpu.buffer<64xi32, #rows>

func.func @freed(%a: tensor<64x!tile.ptr<i32>, #one>, %i: i32) {
  %b = tile_gpu.alloc_buffer : !ring
  %s = tile_gpu.buffer_stage %b[%i] : !ring
  // expected-remark @below {{the copy, whose group may be in flight}}
  %c = tile_gpu.async_copy %a into %s : tensor<64x!tile.ptr<i32>, #one> into !slot
  %g = tile_gpu.async_commit %c
  // expected-error @below {{expected a wait for the copy into this buffer first}}
  tile_gpu.free_buffer %b : !ring
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>

// A loop may have waited; but the token says that the load knows of the commit only.
func.func @token(%a: tensor<64x!tile.ptr<i32>, #one>, %n: i32) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %b = tile_gpu.alloc_buffer : !slot
  %c = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !slot
  %g = tile_gpu.async_commit %c
  scf.for %k = %zero to %n step %step : i32 {
    %w = tile_gpu.async_wait %g pending 0
  }
  // expected-error @below {{expected the token of a wait, got that of tile_gpu.async_commit}}
  %x = tile_gpu.buffer_load %b after %g : !slot -> tensor<64xi32, #one>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>

// Lanes' writes reach the copy engine by a fence.
func.func @fenced(%p: !tile.ptr<i32>, %x: tensor<64xi32, #one>) {
  %b = tile_gpu.alloc_buffer : !slot
  tile_gpu.buffer_store %x, %b : tensor<64xi32, #one>, !slot
  tile_gpu.proxy_fence
  tile_gpu.bulk_store %b to %p : !slot to !tile.ptr<i32>
  return
}


// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>

func.func @unfenced(%p: !tile.ptr<i32>, %x: tensor<64xi32, #one>) {
  %b = tile_gpu.alloc_buffer : !slot
  tile_gpu.proxy_fence
  // expected-remark @below {{the write}}
  tile_gpu.buffer_store %x, %b : tensor<64xi32, #one>, !slot
  // expected-error @below {{expected a proxy_fence between the lanes' writes of the buffer and this read of it}}
  tile_gpu.bulk_store %b to %p : !slot to !tile.ptr<i32>
  return
}

// -----

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>

// Nor does an MMA see what no fence has followed.
func.func @unfenced_product(%x: tensor<64x64xf16, #sum>, %memory: !tile_gpu.tensor_memory<64>, %true: i1) attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloc_buffer : !slot
  %b = tile_gpu.alloc_buffer : !slot
  tile_gpu.buffer_store %x, %a : tensor<64x64xf16, #sum>, !slot
  tile_gpu.proxy_fence
  // expected-remark @below {{the write}}
  tile_gpu.buffer_store %x, %b : tensor<64x64xf16, #sum>, !slot
  // expected-error @below {{expected a proxy_fence between the lanes' writes of the buffer and this read of it}}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !slot, !slot into !tile_gpu.tensor_memory<64>
  return
}
