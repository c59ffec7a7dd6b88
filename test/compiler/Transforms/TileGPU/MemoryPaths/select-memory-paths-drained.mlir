// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true target=sm_90a" --canonicalize | FileCheck %s
// Stores of a loop by the copy engine: an iteration waits until the last one's bytes have been read, and the end of the loop
// for the last. A large buffer would stand in others' way for the whole loop: it is waited for at once.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<128, !tensor>
// CHECK-LABEL: func @in_turn$v0
// CHECK: %[[BUFFER:.*]] = tile_gpu.alloc_buffer
// CHECK: scf.for
// CHECK:   tile_gpu.bulk_wait pending 0 read
// CHECK:   tile_gpu.buffer_store %{{.*}}, %[[BUFFER]]
// CHECK:   tile_gpu.proxy_fence
// CHECK:   tile_gpu.tma_store %[[BUFFER]]
// CHECK:   tile_gpu.bulk_commit
// CHECK-NOT: bulk_wait
// CHECK: }
// CHECK: tile_gpu.bulk_wait pending 0 read
// CHECK: tile_gpu.free_buffer %[[BUFFER]]
func.func @in_turn$v0(%p: !tile.ptr<f32>, %x: tensor<128xf32, #l>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@in_turn, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    tile_gpu.store_view %v[%i : i32], %x : !view, tensor<128xf32, #l>
  }
  return
}

#large = #tile_gpu.layout<register = [[1], [2], [128], [256], [512], [1024], [2048], [4096]], lane = [[4], [8], [16], [32], [64]]>
!blocks = !tile.partition_view<8192, !tensor>
// CHECK-LABEL: func @at_once$v0
// CHECK: scf.for
// CHECK:   %[[LARGE:.*]] = tile_gpu.alloc_buffer
// CHECK:   tile_gpu.bulk_commit
// CHECK:   tile_gpu.bulk_wait pending 0 read
// CHECK:   tile_gpu.free_buffer %[[LARGE]]
// CHECK: }
func.func @at_once$v0(%p: !tile.ptr<f32>, %x: tensor<8192xf32, #large>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@at_once, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !blocks
  scf.for %i = %c0 to %n step %c1 : i32 {
    tile_gpu.store_view %v[%i : i32], %x : !blocks, tensor<8192xf32, #large>
  }
  return
}
