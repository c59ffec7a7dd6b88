// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-place-memory-barriers | FileCheck %s

// Stages that a loop counts on by one rule from different places are different ones: no barrier between what reads one and a copy into another.

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#other = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>
!slot = !tile_gpu.buffer<256xf32, #run>
!ring = !tile_gpu.buffer<256xf32, #run, stages = 3>

// What is read ahead under the name %next is called %read in the next iteration, which copies into %write.
// CHECK-LABEL: func @ahead
// CHECK: scf.for
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.async_wait
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.buffer_load
// CHECK-NOT: memory_barrier
// CHECK: scf.yield
func.func @ahead(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %none = tile_gpu.no_copies
  scf.for %k = %c0 to %n step %c1 iter_args(%read = %c0, %write = %c2, %g = %none) -> (i32, i32, !tile_gpu.token) : i32 {
    %into = tile_gpu.buffer_stage %ring[%write] : !ring
    %c = tile_gpu.async_copy %p into %into : !ptrs into !slot
    %g2 = tile_gpu.async_commit %c
    %r1 = arith.addi %read, %c1 : i32
    %r2 = arith.cmpi eq, %r1, %c3 : i32
    %next = arith.select %r2, %c0, %r1 : i32
    %w1 = arith.addi %write, %c1 : i32
    %w2 = arith.cmpi eq, %w1, %c3 : i32
    %after = arith.select %w2, %c0, %w1 : i32
    %w = tile_gpu.async_wait %g pending 1
    %from = tile_gpu.buffer_stage %ring[%next] : !ring
    %x = tile_gpu.buffer_load %from after %w : !slot -> tensor<256xf32, #other>
    scf.yield %next, %after, %g2 : i32, i32, !tile_gpu.token
  }
  return
}

// Read two ahead it is what is copied into next.
// CHECK-LABEL: func @too_far_ahead
// CHECK: scf.for
// CHECK: tile_gpu.memory_barrier cta
// CHECK: tile_gpu.async_copy
// CHECK: tile_gpu.async_wait
// CHECK: tile_gpu.memory_barrier cta
func.func @too_far_ahead(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %none = tile_gpu.no_copies
  scf.for %k = %c0 to %n step %c1 iter_args(%write = %c2, %g = %none) -> (i32, !tile_gpu.token) : i32 {
    %into = tile_gpu.buffer_stage %ring[%write] : !ring
    %c = tile_gpu.async_copy %p into %into : !ptrs into !slot
    %g2 = tile_gpu.async_commit %c
    %w1 = arith.addi %write, %c1 : i32
    %w2 = arith.cmpi eq, %w1, %c3 : i32
    %after = arith.select %w2, %c0, %w1 : i32
    %w = tile_gpu.async_wait %g pending 1
    %from = tile_gpu.buffer_stage %ring[%after] : !ring
    %x = tile_gpu.buffer_load %from after %w : !slot -> tensor<256xf32, #other>
    scf.yield %after, %g2 : i32, !tile_gpu.token
  }
  return
}

// From the same place, by stage buffers of different length, or counted on by two: one may be the other.
// CHECK-LABEL: func @perhaps_the_same
// CHECK: scf.for
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.async_copy
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.async_copy
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.async_copy
// And what is certainly another one.
// CHECK: tile_gpu.buffer_load
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.async_copy
func.func @perhaps_the_same(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  scf.for %k = %c0 to %n step %c1 iter_args(%read = %c0, %same = %c0, %short = %c1, %fast = %c1, %apart = %c1) -> (i32, i32, i32, i32, i32) : i32 {
    %from = tile_gpu.buffer_stage %ring[%read] : !ring
    %s0 = tile_gpu.buffer_stage %ring[%same] : !ring
    %s1 = tile_gpu.buffer_stage %ring[%short] : !ring
    %s2 = tile_gpu.buffer_stage %ring[%fast] : !ring
    %s3 = tile_gpu.buffer_stage %ring[%apart] : !ring
    %x0 = tile_gpu.buffer_load %from : !slot -> tensor<256xf32, #other>
    %y0 = tile_gpu.async_copy %p into %s0 : !ptrs into !slot
    %x1 = tile_gpu.buffer_load %from : !slot -> tensor<256xf32, #other>
    %y1 = tile_gpu.async_copy %p into %s1 : !ptrs into !slot
    %x2 = tile_gpu.buffer_load %from : !slot -> tensor<256xf32, #other>
    %y2 = tile_gpu.async_copy %p into %s2 : !ptrs into !slot
    %x3 = tile_gpu.buffer_load %from : !slot -> tensor<256xf32, #other>
    %y3 = tile_gpu.async_copy %p into %s3 : !ptrs into !slot
    %r1 = arith.addi %read, %c1 : i32
    %r2 = arith.cmpi eq, %r1, %c3 : i32
    %r3 = arith.select %r2, %c0, %r1 : i32
    %a1 = arith.addi %same, %c1 : i32
    %a2 = arith.cmpi eq, %a1, %c3 : i32
    %a3 = arith.select %a2, %c0, %a1 : i32
    %b1 = arith.addi %short, %c1 : i32
    %b2 = arith.cmpi eq, %b1, %c2 : i32
    %b3 = arith.select %b2, %c0, %b1 : i32
    %d1 = arith.addi %fast, %c2 : i32
    %d2 = arith.cmpi eq, %d1, %c3 : i32
    %d3 = arith.select %d2, %c0, %d1 : i32
    %e1 = arith.addi %apart, %c1 : i32
    %e2 = arith.cmpi eq, %e1, %c3 : i32
    %e3 = arith.select %e2, %c0, %e1 : i32
    scf.yield %r3, %a3, %b3, %d3, %e3 : i32, i32, i32, i32, i32
  }
  return
}

// The loop runs again: what its last run read may be any stage by then.
// CHECK-LABEL: func @again
// CHECK: scf.for
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: scf.for
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.async_copy
// CHECK: tile_gpu.memory_barrier cta
// CHECK: tile_gpu.buffer_load
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @again(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  scf.for %outer = %c0 to %n step %c1 : i32 {
    scf.for %k = %c0 to %n step %c1 iter_args(%read = %c0, %write = %c2) -> (i32, i32) : i32 {
      %into = tile_gpu.buffer_stage %ring[%write] : !ring
      %y = tile_gpu.async_copy %p into %into : !ptrs into !slot
      %r1 = arith.addi %read, %c1 : i32
      %r2 = arith.cmpi eq, %r1, %c3 : i32
      %next = arith.select %r2, %c0, %r1 : i32
      %w1 = arith.addi %write, %c1 : i32
      %w2 = arith.cmpi eq, %w1, %c3 : i32
      %after = arith.select %w2, %c0, %w1 : i32
      tile_gpu.memory_barrier cta
      %from = tile_gpu.buffer_stage %ring[%next] : !ring
      %z = tile_gpu.buffer_load %from : !slot -> tensor<256xf32, #other>
      scf.yield %next, %after : i32, i32
    }
  }
  return
}
