// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-place-proxy-fences | FileCheck %s
// A stage is released only when its values have reached registers, for the copy engine looks at no scoreboard.

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 2>
!bars = !tile_gpu.mbarriers<2>

// Behind a producer: before the arrival.
// CHECK-LABEL: func.func @ring
// CHECK: tile_gpu.buffer_load
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.mbarrier_arrive
// CHECK: producer
// CHECK-NOT: tile_gpu.proxy_fence
func.func @ring(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %part = tile_gpu.buffer_stage %ring[%c0] : !ring
      %w = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.mbarrier_arrive %empty[%c0] by warps : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %part = tile_gpu.buffer_stage %ring[%c0] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%c0] parity %c1 : !bars
      tile_gpu.mbarrier_expect_tx %full[%c0] bytes 256 : !bars
      tile_gpu.bulk_load %p into %part, %full[%c0] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// In place: before the buffer's end. Another buffer that is read may give its bytes to that one.
// CHECK-LABEL: func.func @in_place
// CHECK: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.free_buffer %[[A:.*]] :
// CHECK: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.free_buffer %[[B:.*]] :
func.func @in_place(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %full = tile_gpu.alloc_mbarriers : !bars
  %plain = tile_gpu.alloc_buffer : !slot
  %y = tile_gpu.buffer_load %plain : !slot -> tensor<64xi32, #one>
  tile_gpu.free_buffer %plain : !slot
  %slot = tile_gpu.alloc_buffer : !slot
  tile_gpu.bulk_load %p into %slot, %full[%c0] : !tile.ptr<i32> into !slot, !bars
  %w = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
  %x = tile_gpu.buffer_load %slot after %w : !slot -> tensor<64xi32, #one>
  tile_gpu.free_buffer %slot : !slot
  return
}

// No copies by the engine: nothing to fence.
// CHECK-LABEL: func.func @ordinary
// CHECK-NOT: tile_gpu.proxy_fence
func.func @ordinary() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %plain = tile_gpu.alloc_buffer : !slot
  %y = tile_gpu.buffer_load %plain : !slot -> tensor<64xi32, #one>
  tile_gpu.free_buffer %plain : !slot
  return
}

#sum = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>

// Rows that a cluster shares: a reduction over all warps needs each element. Behind it all have come, and no instruction is needed.
// CHECK-LABEL: func.func @reduced
// CHECK: tile_gpu.buffer_load
// CHECK-NOT: tile_gpu.proxy_fence
// CHECK: tile_gpu.reduce
// CHECK: tile_gpu.proxy_fence {used}
// CHECK-NEXT: tile_gpu.mbarrier_arrive
func.func @reduced(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %mask = arith.constant dense<true> : tensor<64xi1, #one>
  %zeros = arith.constant dense<0> : tensor<64xi32, #one>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %part = tile_gpu.buffer_stage %ring[%c0] : !ring
      %w = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.mbarrier_arrive %empty[%c0] by warps : !bars
      %y = arith.muli %x, %x : tensor<64xi32, #one>
      %s = tile_gpu.reduce %y axis = 0 : (tensor<64xi32, #one>) -> tensor<1xi32, #sum> {
      ^bb0(%a: i32, %b: i32):
        %c = arith.addi %a, %b : i32
        tile_gpu.yield %c : i32
      }
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %part = tile_gpu.buffer_stage %ring[%c0] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%c0] parity %c1 : !bars
      tile_gpu.mbarrier_expect_tx %full[%c0] bytes 256 : !bars
      tile_gpu.bulk_load %p into %part, %full[%c0] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// What is selected may never be needed: the arrival itself depends on what was read.
// CHECK-LABEL: func.func @selected
// CHECK: tile_gpu.buffer_load
// CHECK-NEXT: tile_gpu.proxy_fence {used}
// CHECK-NEXT: tile_gpu.mbarrier_arrive {{.*}} by warps {used}
// CHECK: tile_gpu.reduce
// CHECK-NOT: tile_gpu.proxy_fence
func.func @selected(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %mask = arith.constant dense<true> : tensor<64xi1, #one>
  %zeros = arith.constant dense<0> : tensor<64xi32, #one>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %part = tile_gpu.buffer_stage %ring[%c0] : !ring
      %w = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.mbarrier_arrive %empty[%c0] by warps : !bars
      %y = arith.select %mask, %x, %zeros : tensor<64xi1, #one>, tensor<64xi32, #one>
      %s = tile_gpu.reduce %y axis = 0 : (tensor<64xi32, #one>) -> tensor<1xi32, #sum> {
      ^bb0(%a: i32, %b: i32):
        %c = arith.addi %a, %b : i32
        tile_gpu.yield %c : i32
      }
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %part = tile_gpu.buffer_stage %ring[%c0] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%c0] parity %c1 : !bars
      tile_gpu.mbarrier_expect_tx %full[%c0] bytes 256 : !bars
      tile_gpu.bulk_load %p into %part, %full[%c0] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}
