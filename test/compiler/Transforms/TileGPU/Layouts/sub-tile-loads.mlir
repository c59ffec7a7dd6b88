// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-remove-layout-conversions --canonicalize | FileCheck %s
// Parts of a tile that a buffer holds are loaded from there as they are wanted.

#rows = #tile_gpu.layout<register = [[0, 1], [16, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]]>
#part = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [16, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]]>
#shared = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
!buffer = !tile_gpu.buffer<32x8xf32, #shared>

// One more register bit tells the parts apart; the buffer is released behind the last one.
// CHECK-DAG: #[[WHOLE:.*]] = #tile_gpu.layout<register = {{\[\[}}0, 1], [0, 2], [8, 0], [16, 0], [0, 4]], lane = {{\[\[}}0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 0]]>
// CHECK-LABEL: func @halves
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer
// CHECK-NOT: free_buffer
// CHECK: %[[X:.*]] = tile_gpu.buffer_load %[[B]] {{.*}} -> tensor<32x8xf32, #[[WHOLE]]>
// CHECK-NEXT: tile_gpu.extract %[[X]]
// CHECK-NOT: free_buffer
// CHECK: %[[Y:.*]] = tile_gpu.buffer_load %[[B]] {{.*}} -> tensor<32x8xf32, #[[WHOLE]]>
// CHECK-NEXT: tile_gpu.extract %[[Y]]
// CHECK-NEXT: tile_gpu.free_buffer
func.func @halves(%t: tensor<32x8xf32, #rows>) -> (tensor<32x4xf32, #part>, tensor<32x4xf32, #part>) attributes {tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = tile_gpu.alloc_buffer : !buffer
  tile_gpu.buffer_store %t, %b : tensor<32x8xf32, #rows>, !buffer
  %x = tile_gpu.buffer_load %b : !buffer -> tensor<32x8xf32, #rows>
  tile_gpu.free_buffer %b : !buffer
  %l = tile_gpu.extract %x[%c0, %c0 : i32, i32] : tensor<32x8xf32, #rows> -> tensor<32x4xf32, #part>
  %r = tile_gpu.extract %x[%c0, %c1 : i32, i32] : tensor<32x8xf32, #rows> -> tensor<32x4xf32, #part>
  return %l, %r : tensor<32x4xf32, #part>, tensor<32x4xf32, #part>
}

// What only the run tells goes the other way, and so does what somebody may write meanwhile.
// CHECK-LABEL: func @unknown
// CHECK: tile_gpu.buffer_load %{{.*}} -> tensor<32x8xf32, #[[ROWS:.*]]>
// CHECK-NEXT: tile_gpu.free_buffer
// CHECK-NEXT: tile_gpu.extract
func.func @unknown(%t: tensor<32x8xf32, #rows>, %i: i32) -> tensor<32x4xf32, #part> attributes {tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer : !buffer
  tile_gpu.buffer_store %t, %b : tensor<32x8xf32, #rows>, !buffer
  %x = tile_gpu.buffer_load %b : !buffer -> tensor<32x8xf32, #rows>
  tile_gpu.free_buffer %b : !buffer
  %l = tile_gpu.extract %x[%c0, %i : i32, i32] : tensor<32x8xf32, #rows> -> tensor<32x4xf32, #part>
  return %l : tensor<32x4xf32, #part>
}

// CHECK-LABEL: func @overwritten
// CHECK: tile_gpu.buffer_load %{{.*}} -> tensor<32x8xf32, #[[ROWS]]>
// CHECK-NEXT: tile_gpu.buffer_store
// CHECK-NEXT: tile_gpu.extract
func.func @overwritten(%t: tensor<32x8xf32, #rows>) -> tensor<32x4xf32, #part> attributes {tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer : !buffer
  tile_gpu.buffer_store %t, %b : tensor<32x8xf32, #rows>, !buffer
  %x = tile_gpu.buffer_load %b : !buffer -> tensor<32x8xf32, #rows>
  tile_gpu.buffer_store %t, %b : tensor<32x8xf32, #rows>, !buffer
  %l = tile_gpu.extract %x[%c0, %c0 : i32, i32] : tensor<32x8xf32, #rows> -> tensor<32x4xf32, #part>
  return %l : tensor<32x4xf32, #part>
}
