// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// Tensor memory and the MMAs into it survive a round trip.

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#half = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0], [64, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4], [0, 8]]>

// CHECK-LABEL: func.func @product
// CHECK: %[[MEMORY:.*]] = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
// CHECK: tile_gpu.tensor_store %arg0, %[[MEMORY]] column 16 : tensor<128x16xf32, #{{.*}}>, !tile_gpu.tensor_memory<32>
// CHECK: tile_gpu.tensor_mma %{{.*}}, %{{.*}} into %[[MEMORY]] column 16 accumulates %true after %{{.*}} : !tile_gpu.buffer<{{.*}}>, !tile_gpu.buffer<{{.*}}> into !tile_gpu.tensor_memory<32>
// CHECK: tile_gpu.tensor_wait %[[MEMORY]] pending 0 : !tile_gpu.tensor_memory<32>
// CHECK: tile_gpu.tensor_load %[[MEMORY]] column 16 : !tile_gpu.tensor_memory<32> -> tensor<128x16xf32, #{{.*}}>
// CHECK: tile_gpu.dealloc_tensor_memory %[[MEMORY]] : !tile_gpu.tensor_memory<32>
func.func @product(%c: tensor<128x16xf32, #sums>) {
  %true = arith.constant true
  %memory = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
  %a = tile_gpu.alloc_buffer : !tile_gpu.buffer<128x16xf16, #a, align = 1024>
  %b = tile_gpu.alloc_buffer : !tile_gpu.buffer<16x16xf16, #b, align = 1024>
  %arrived = tile_gpu.no_copies
  tile_gpu.tensor_store %c, %memory column 16 : tensor<128x16xf32, #sums>, !tile_gpu.tensor_memory<32>
  tile_gpu.tensor_mma %a, %b into %memory column 16 accumulates %true after %arrived : !tile_gpu.buffer<128x16xf16, #a, align = 1024>, !tile_gpu.buffer<16x16xf16, #b, align = 1024> into !tile_gpu.tensor_memory<32>
  tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<32>
  %d = tile_gpu.tensor_load %memory column 16 : !tile_gpu.tensor_memory<32> -> tensor<128x16xf32, #sums>
  %e = tile_gpu.tensor_load %memory column 0 : !tile_gpu.tensor_memory<32> -> tensor<64x16xi32, #half>
  tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<32>
  return
}

// CHECK-LABEL: func.func @turns
// CHECK: tile_gpu.tensor_store %{{.*}}, %{{.*}} column 16 turn %arg1 of 3 :
// CHECK: tile_gpu.tensor_mma %{{.*}}, %{{.*}} into %{{.*}} column 16 turn %arg1 of 3 accumulates %true :
// CHECK: tile_gpu.tensor_load %{{.*}} column 16 turn %arg1 of 3 :
func.func @turns(%c: tensor<128x16xf32, #sums>, %turn: i32, %memory: !tile_gpu.tensor_memory<64>) {
  %true = arith.constant true
  %a = tile_gpu.alloc_buffer : !tile_gpu.buffer<128x16xf16, #a, align = 1024>
  %b = tile_gpu.alloc_buffer : !tile_gpu.buffer<16x16xf16, #b, align = 1024>
  tile_gpu.tensor_store %c, %memory column 16 turn %turn of 3 : tensor<128x16xf32, #sums>, !tile_gpu.tensor_memory<64>
  tile_gpu.tensor_mma %a, %b into %memory column 16 turn %turn of 3 accumulates %true : !tile_gpu.buffer<128x16xf16, #a, align = 1024>, !tile_gpu.buffer<16x16xf16, #b, align = 1024> into !tile_gpu.tensor_memory<64>
  %d = tile_gpu.tensor_load %memory column 16 turn %turn of 3 : !tile_gpu.tensor_memory<64> -> tensor<128x16xf32, #sums>
  return
}
