// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-place-memory-barriers | FileCheck %s

// Buffers, asynchronous copies and mbarriers: who needs a barrier, and where.

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#other = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
#copies = #tile_gpu.layout<register = [[32], [64], [128]], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>
!slot = !tile_gpu.buffer<256xf32, #run>
!ring = !tile_gpu.buffer<256xf32, #run, stages = 3>

// A lane that reads what it copied itself waits for nobody, in a loop neither.
// CHECK-LABEL: func @private
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @private(%p: !ptrs, %n: i32, %i: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  scf.for %k = %c0 to %n step %c1 : i32 {
    %slot = tile_gpu.buffer_stage %ring[%i] : !ring
    %c = tile_gpu.async_copy %p into %slot : !ptrs into !slot
    %g = tile_gpu.async_commit %c
    %w = tile_gpu.async_wait %g pending 0
    %x = tile_gpu.buffer_load %slot after %w : !slot -> tensor<256xf32, #own>
  }
  return
}

// Others read it behind a barrier; the one between copy and wait does not do.
// CHECK-LABEL: func @read_by_others
// CHECK: tile_gpu.async_copy
// CHECK-NEXT: tile_gpu.async_commit
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.async_wait
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.buffer_load
// CHECK-NEXT: return
func.func @read_by_others(%p: !ptrs) attributes {tile_gpu.num_warps = 4 : i32} {
  %slot = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %c = tile_gpu.async_copy %p into %slot : !ptrs into !slot
  %g = tile_gpu.async_commit %c
  tile_gpu.memory_barrier cta
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %slot after %w : !slot -> tensor<256xf32, #other>
  return
}

// Of what several lanes hold one lane copies: a barrier although the layouts are the same.
// CHECK-LABEL: func @replicated
// CHECK: tile_gpu.async_wait
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.buffer_load
func.func @replicated(%p: tensor<256x!tile.ptr<f32>, #copies>) attributes {tile_gpu.num_warps = 4 : i32} {
  %slot = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %c = tile_gpu.async_copy %p into %slot : tensor<256x!tile.ptr<f32>, #copies> into !slot
  %g = tile_gpu.async_commit %c
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %slot after %w : !slot -> tensor<256xf32, #copies>
  return
}

// A stage may be overwritten when all have read it; another stage at any time.
// CHECK-LABEL: func @overwritten
// CHECK: tile_gpu.buffer_store
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.buffer_load
// CHECK-NEXT: tile_gpu.async_copy
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.async_copy
func.func @overwritten(%p: !ptrs, %x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %first = tile_gpu.buffer_stage %ring[%c0] : !ring
  %second = tile_gpu.buffer_stage %ring[%c1] : !ring
  tile_gpu.buffer_store %x, %first : tensor<256xf32, #own>, !slot
  %y = tile_gpu.buffer_load %first : !slot -> tensor<256xf32, #other>
  %0 = tile_gpu.async_copy %p into %second : !ptrs into !slot
  %1 = tile_gpu.async_copy %p into %first : !ptrs into !slot
  return
}

// What a copy reads may not be overwritten before every lane has waited.
// CHECK-LABEL: func @source
// CHECK: tile_gpu.async_wait
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.store
func.func @source(%p: !ptrs, %q: tensor<256x!tile.ptr<f32>, #other>, %x: tensor<256xf32, #other>) attributes {tile_gpu.num_warps = 4 : i32} {
  %slot = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %c = tile_gpu.async_copy %p into %slot : !ptrs into !slot
  %g = tile_gpu.async_commit %c
  tile_gpu.memory_barrier cta
  %w = tile_gpu.async_wait %g pending 0
  tile_gpu.store %q, %x : tensor<256x!tile.ptr<f32>, #other>
  return
}

// Buffers that share bytes are ordered as if they were one.
// CHECK-LABEL: func @shared_bytes
// CHECK: tile_gpu.buffer_load
// CHECK-NEXT: tile_gpu.free_buffer
// CHECK-NEXT: tile_gpu.alloc_buffer
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.buffer_store
func.func @shared_bytes(%x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %y = tile_gpu.buffer_load %a : !slot -> tensor<256xf32, #own>
  tile_gpu.free_buffer %a : !slot
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %x, %b : tensor<256xf32, #own>, !slot
  return
}

// CHECK-LABEL: func @mbarriers
// CHECK: tile_gpu.mbarrier_init
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.mbarrier_arrive
// CHECK-NEXT: tile_gpu.mbarrier_wait
// CHECK-NEXT: return
func.func @mbarriers(%i: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %b = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<2>
  tile_gpu.mbarrier_init %b arrivals 4 : !tile_gpu.mbarriers<2>
  tile_gpu.mbarrier_arrive %b[%i] by warps : !tile_gpu.mbarriers<2>
  %w = tile_gpu.mbarrier_wait %b[%i] parity %i : !tile_gpu.mbarriers<2>
  return
}
