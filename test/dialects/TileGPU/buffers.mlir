// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// Round trips of shared buffers, asynchronous copies and mbarriers.
#columns = #tile_gpu.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [1, 0], [2, 0], [0, 0], [0, 0]]>
// The halves of odd rows are exchanged.
#swizzled = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 4], [2, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>

// CHECK-DAG: #[[SWIZZLED:shared.*]] = #tile_gpu.shared<{{\[}}[0, 1], [0, 2], [0, 4], [1, 4], [2, 0]]>

// CHECK-LABEL: func @buffers
func.func @buffers(%x: tensor<4x8xf32, #a>, %i: i32) -> tensor<4x8xf32, #a> {
  // CHECK: %[[RING:.*]] = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !tile_gpu.buffer<4x8xf32, #[[SWIZZLED]], stages = 3, align = 1024>
  %ring = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !tile_gpu.buffer<4x8xf32, #swizzled, stages = 3, align = 1024>
  // CHECK: %[[SLOT:.*]] = tile_gpu.buffer_stage %[[RING]][%{{.*}}] : !tile_gpu.buffer<4x8xf32, #[[SWIZZLED]], stages = 3, align = 1024>
  %slot = tile_gpu.buffer_stage %ring[%i] : !tile_gpu.buffer<4x8xf32, #swizzled, stages = 3, align = 1024>
  // CHECK: tile_gpu.buffer_store %{{.*}}, %[[SLOT]] : tensor<4x8xf32, #{{.*}}>, !tile_gpu.buffer<4x8xf32, #[[SWIZZLED]], align = 1024>
  tile_gpu.buffer_store %x, %slot : tensor<4x8xf32, #a>, !tile_gpu.buffer<4x8xf32, #swizzled, align = 1024>
  // CHECK: tile_gpu.proxy_fence
  tile_gpu.proxy_fence
  // CHECK: tile_gpu.buffer_load %[[SLOT]] : !tile_gpu.buffer<4x8xf32, #[[SWIZZLED]], align = 1024> -> tensor<4x8xf32, #{{.*}}>
  %y = tile_gpu.buffer_load %slot : !tile_gpu.buffer<4x8xf32, #swizzled, align = 1024> -> tensor<4x8xf32, #a>
  // CHECK: tile_gpu.free_buffer %[[RING]]
  tile_gpu.free_buffer %ring : !tile_gpu.buffer<4x8xf32, #swizzled, stages = 3, align = 1024>
  return %y : tensor<4x8xf32, #a>
}

// CHECK-LABEL: func @copies
func.func @copies(%p: tensor<4x8x!tile.ptr<f32>, #a>, %m: tensor<4x8xi1, #a>, %some: i1) -> tensor<4x8xf32, #a> {
  %slot = tile_gpu.alloc_buffer : !tile_gpu.buffer<4x8xf32, #rows>
  // CHECK: %[[COPY:.*]] = tile_gpu.async_copy %{{.*}} mask %{{.*}} into %{{.*}} vector 4 : tensor<4x8x!tile.ptr<f32>, #{{.*}}> into !tile_gpu.buffer<4x8xf32, #{{.*}}>
  %0 = tile_gpu.async_copy %p mask %m into %slot vector 4 : tensor<4x8x!tile.ptr<f32>, #a> into !tile_gpu.buffer<4x8xf32, #rows>
  // CHECK: tile_gpu.async_copy %{{.*}} into %{{.*}} if %{{.*}} vector 4 : tensor<4x8x!tile.ptr<f32>, #{{.*}}> into !tile_gpu.buffer<4x8xf32, #{{.*}}>
  %5 = tile_gpu.async_copy %p into %slot if %some vector 4 : tensor<4x8x!tile.ptr<f32>, #a> into !tile_gpu.buffer<4x8xf32, #rows>
  // CHECK: %[[NONE:.*]] = tile_gpu.no_copies
  %1 = tile_gpu.no_copies
  // CHECK: %[[GROUP:.*]] = tile_gpu.async_commit %[[COPY]], %[[NONE]]
  %2 = tile_gpu.async_commit %0, %1
  // CHECK: %[[ARRIVED:.*]] = tile_gpu.async_wait %[[GROUP]] pending 0
  %3 = tile_gpu.async_wait %2 pending 0
  // CHECK: tile_gpu.buffer_load %{{.*}} after %[[ARRIVED]]
  %4 = tile_gpu.buffer_load %slot after %3 : !tile_gpu.buffer<4x8xf32, #rows> -> tensor<4x8xf32, #a>
  return %4 : tensor<4x8xf32, #a>
}

// CHECK-LABEL: func @mbarriers
func.func @mbarriers(%i: i32, %parity: i32) {
  // CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<4>
  %full = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<4>
  // CHECK: tile_gpu.mbarrier_init %[[FULL]] arrivals 1
  tile_gpu.mbarrier_init %full arrivals 1 : !tile_gpu.mbarriers<4>
  // CHECK: tile_gpu.mbarrier_expect_tx %[[FULL]][%{{.*}}] bytes 4096
  tile_gpu.mbarrier_expect_tx %full[%i] bytes 4096 : !tile_gpu.mbarriers<4>
  // CHECK: tile_gpu.mbarrier_wait %[[FULL]][%{{.*}}] parity %{{.*}} : !tile_gpu.mbarriers<4>
  %0 = tile_gpu.mbarrier_wait %full[%i] parity %parity : !tile_gpu.mbarriers<4>
  // CHECK: tile_gpu.mbarrier_arrive %[[FULL]][%{{.*}}] by warps
  tile_gpu.mbarrier_arrive %full[%i] by warps : !tile_gpu.mbarriers<4>
  return
}

// The one stage of a buffer is the buffer.
// FOLD-LABEL: func @only_slot
// FOLD-NOT: buffer_stage
// FOLD: return
func.func @only_slot(%b: !tile_gpu.buffer<4x8xf32, #rows>, %i: i32) -> tensor<4x8xf32, #a> {
  %slot = tile_gpu.buffer_stage %b[%i] : !tile_gpu.buffer<4x8xf32, #rows>
  %x = tile_gpu.buffer_load %slot : !tile_gpu.buffer<4x8xf32, #rows> -> tensor<4x8xf32, #a>
  return %x : tensor<4x8xf32, #a>
}

// Columns 2 * %i and 2 * %i + 1.
// CHECK-LABEL: func @part
func.func @part(%b: !tile_gpu.buffer<4x8xf32, #rows>, %i: i32, %t: !tile_gpu.token) -> tensor<4x2xf32, #columns> {
  // CHECK: tile_gpu.buffer_load %{{.*}} part %{{.*}} after %{{.*}} : !tile_gpu.buffer<4x8xf32, #{{.*}}> -> tensor<4x2xf32, #{{.*}}>
  %x = tile_gpu.buffer_load %b part %i after %t : !tile_gpu.buffer<4x8xf32, #rows> -> tensor<4x2xf32, #columns>
  return %x : tensor<4x2xf32, #columns>
}
