// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that go on by themselves: what reads or overwrites their bytes too early must be named, in any order of warps and
// copies; what waits rightly must be clean.
// RUN: tile-gpu-run --print 8 --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --print 8 --orders 20 %s | FileCheck %s

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>

// Each lane reads what it copied itself: a wait is enough.
// CHECK-LABEL: own_bytes: ok
// CHECK: arg1: 0 1 2 3 4 5 6 7
func.func @own_bytes(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %q0 = tile.splat %q : tensor<64x!tile.ptr<i32>, #one>
  %c = tile.offset %q0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer
  %g = tile_gpu.async_commit %t
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #one>
  tile_gpu.store %c, %x : tensor<64x!tile.ptr<i32>, #one>
  return
}

// Nothing is copied where the mask is false: zeros arrive.
// CHECK-LABEL: masked: ok
// CHECK: arg1: 0 1 2 3 0 0 0 0
func.func @masked(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %four = arith.constant dense<4> : tensor<64xi32, #one>
  %m = arith.cmpi slt, %i, %four : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %q0 = tile.splat %q : tensor<64x!tile.ptr<i32>, #one>
  %c = tile.offset %q0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a mask %m into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer
  %g = tile_gpu.async_commit %t
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #one>
  tile_gpu.store %c, %x : tensor<64x!tile.ptr<i32>, #one>
  return
}

// Nor is anything done where the condition is false: what was there stays.
// CHECK-LABEL: conditional: ok
// CHECK: arg1: 7 7 7 7 7 7 7 7
func.func @conditional(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %q0 = tile.splat %q : tensor<64x!tile.ptr<i32>, #one>
  %c = tile.offset %q0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %seven = arith.constant dense<7> : tensor<64xi32, #one>
  tile_gpu.buffer_store %seven, %b : tensor<64xi32, #one>, !buffer
  %never = arith.constant false
  %t = tile_gpu.async_copy %a into %b if %never : tensor<64x!tile.ptr<i32>, #one> into !buffer
  %g = tile_gpu.async_commit %t
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #one>
  tile_gpu.store %c, %x : tensor<64x!tile.ptr<i32>, #one>
  return
}

// CHECK-LABEL: before_wait: load.cu:2:1: data race: read of byte 0 of shared memory by lane 0 of warp 0 is not ordered with the asynchronous copy at copy.cu:1:1 by lane 0 of warp 0
func.func @before_wait(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("copy.cu":1:1)
  %g = tile_gpu.async_commit %t
  %x = tile_gpu.buffer_load %b : !buffer -> tensor<64xi32, #one> loc("load.cu":2:1)
  %w = tile_gpu.async_wait %g pending 0
  return
}

// A copy that was not committed is not waited for.
// CHECK-LABEL: not_committed: load.cu:2:1: data race: read of byte 0 of shared memory by lane 0 of warp 0 is not ordered with the asynchronous copy at copy.cu:1:1 by lane 0 of warp 0
func.func @not_committed(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("copy.cu":1:1)
  %w = tile_gpu.async_wait %t pending 0
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #one> loc("load.cu":2:1)
  return
}

// A wait tells the waiting lane only; for the others it takes a barrier, too.
// CHECK-LABEL: others_bytes: load.cu:2:1: data race: read of byte {{[0-9]+}} of shared memory by lane {{[0-9]+}} of warp {{[01]}} is not ordered with the asynchronous copy at copy.cu:1:1 by lane
func.func @others_bytes(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("copy.cu":1:1)
  %g = tile_gpu.async_commit %t
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #turned> loc("load.cu":2:1)
  return
}

// CHECK-LABEL: others_bytes_behind_barrier: ok
func.func @others_bytes_behind_barrier(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer
  %g = tile_gpu.async_commit %t
  %w = tile_gpu.async_wait %g pending 0
  tile_gpu.memory_barrier cta
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #turned>
  return
}

// One group of two may still be in flight.
// CHECK-LABEL: waits_for_too_few: load.cu:3:1: data race: read of byte 256 of shared memory by lane 0 of warp 0 is not ordered with the asynchronous copy at second.cu:2:1
func.func @waits_for_too_few(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %first = arith.constant 1 : i32
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %s0 = tile_gpu.buffer_stage %b[%zero] : !ring
  %s1 = tile_gpu.buffer_stage %b[%first] : !ring
  %t0 = tile_gpu.async_copy %a into %s0 : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("first.cu":1:1)
  %g0 = tile_gpu.async_commit %t0
  %t1 = tile_gpu.async_copy %a into %s1 : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("second.cu":2:1)
  %g1 = tile_gpu.async_commit %t1
  %w = tile_gpu.async_wait %g0, %g1 pending 1
  %x = tile_gpu.buffer_load %s0 after %w : !buffer -> tensor<64xi32, #one> loc("load.cu":2:1)
  %y = tile_gpu.buffer_load %s1 after %w : !buffer -> tensor<64xi32, #one> loc("load.cu":3:1)
  return
}

// The next copy into a slot starts while other lanes still read it.
// CHECK-LABEL: overwrites_readers: {{(copy.cu:2:1: data race: write|load.cu:1:1: data race: read) of byte [0-9]+ of shared memory by lane [0-9]+ of warp [01] is not ordered with the (read at load.cu:1:1|asynchronous copy at copy.cu:2:1) by lane}}
func.func @overwrites_readers(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer
  %g = tile_gpu.async_commit %t
  %w = tile_gpu.async_wait %g pending 0
  tile_gpu.memory_barrier cta
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #turned> loc("load.cu":1:1)
  %t1 = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("copy.cu":2:1)
  %g1 = tile_gpu.async_commit %t1
  %w1 = tile_gpu.async_wait %g1 pending 0
  return
}

// The source is read until the wait: it may not change before.
// CHECK-LABEL: source_changes: store.cu:2:1: data race: write of byte 0 of arg0 by lane 0 of warp 0 is not ordered with the asynchronous copy at copy.cu:1:1 by lane 0 of warp 0
func.func @source_changes(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("copy.cu":1:1)
  %g = tile_gpu.async_commit %t
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one> loc("store.cu":2:1)
  %w = tile_gpu.async_wait %g pending 0
  return
}

// CHECK-LABEL: freed_in_flight: free.cu:2:1: the buffer is freed while a copy into it has not been waited for, at copy.cu:1:1
func.func @freed_in_flight(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %t = tile_gpu.async_copy %a into %b : tensor<64x!tile.ptr<i32>, #one> into !buffer loc("copy.cu":1:1)
  %g = tile_gpu.async_commit %t
  tile_gpu.free_buffer %b : !buffer loc("free.cu":2:1)
  return
}

// CHECK-LABEL: slot_outside: slot.cu:1:1: expected a slot below 3, got 3
func.func @slot_outside() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %three = arith.constant 3 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %s = tile_gpu.buffer_stage %b[%three] : !ring loc("slot.cu":1:1)
  return
}
