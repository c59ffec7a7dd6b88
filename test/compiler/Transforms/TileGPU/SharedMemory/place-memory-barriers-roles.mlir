// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-place-memory-barriers | FileCheck %s
// One barrier of all warps tells of mbarriers that are ready, even where one warp consumes; inside, barriers are the
// consumers', and stages of a stage buffer need none.

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#turned = #tile_gpu.layout<lane = [[16], [1], [2], [4], [8]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16]]>
!slot = !tile_gpu.buffer<32xi32, #rows>
!bars = !tile_gpu.mbarriers<1>

// CHECK-LABEL: func.func @one_consumer
// CHECK: tile_gpu.mbarrier_init
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.warp_roles
// CHECK: tile_gpu.mbarrier_wait
// CHECK-NOT: tile_gpu.memory_barrier
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.buffer_store
// CHECK-NEXT: tile_gpu.memory_barrier warp
// CHECK-NEXT: tile_gpu.buffer_load
// CHECK: producer
// CHECK-NOT: tile_gpu.memory_barrier
func.func @one_consumer(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %own = tile_gpu.alloc_buffer {shared_offset = 128 : i64} : !slot
  %full = tile_gpu.alloc_mbarriers {shared_offset = 256 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.warp_roles consumers {
    %w = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
    %x = tile_gpu.buffer_load %ring after %w : !slot -> tensor<32xi32, #one>
    tile_gpu.buffer_store %x, %own : tensor<32xi32, #one>, !slot
    %y = tile_gpu.buffer_load %own : !slot -> tensor<32xi32, #turned>
  } producer warps 1 {
    tile_gpu.mbarrier_expect_tx %full[%c0] bytes 128 : !bars
    tile_gpu.bulk_load %p into %ring, %full[%c0] : !tile.ptr<i32> into !slot, !bars
  }
  return
}
