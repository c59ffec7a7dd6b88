// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true" --cse --canonicalize --tile-gpu-specialize-warps="stages=3" --canonicalize --cse --split-input-file | FileCheck %s
// Where a producer draws as its block begins: loops whose last iterations are not found by a difference, and numbers
// of which something is made before the loop.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// CHECK-LABEL: func @by_steps$v0
// CHECK: } producer warps 1 {
// CHECK: tile_gpu.next_block
// CHECK: scf.for %{{.*}} = %c0_i32 to %{{.*}} step %c2_i32
// CHECK: tile_gpu.tma_load
// CHECK-NOT: tile_gpu.tma_load
// CHECK: return
func.func @by_steps$v0(%p: !tile.ptr<f32>, %blocks: i32) attributes {tile.kernel, tile.persistent, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@by_steps, 0>} {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32, #l>
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %w = tile.worker_id
  %end = scf.while (%b = %w) : (i32) -> i32 {
    %more = arith.cmpi ult, %b, %blocks : i32
    scf.condition(%more) %b : i32
  } do {
  ^bb0(%b: i32):
    %next = tile_gpu.next_block of %blocks
    %sum = scf.for %i = %c0 to %b step %c2 iter_args(%s = %zero) -> (tensor<16x32xf32, #l>) : i32 {
      %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
      %a = arith.addf %s, %x : tensor<16x32xf32, #l>
      scf.yield %a : tensor<16x32xf32, #l>
    }
    tile_gpu.print "%f" %sum : tensor<16x32xf32, #l>
    scf.yield %next : i32
  } attributes {tile.block_loop}
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// CHECK-LABEL: func @place_first$v0
// CHECK: } producer warps 1 {
// CHECK: %[[DRAWN:.*]] = tile_gpu.next_block
// CHECK: arith.remui %[[DRAWN]]
// CHECK: scf.for %{{.*}} = %c0_i32 to
// CHECK: tile_gpu.tma_load
// CHECK-NOT: tile_gpu.tma_load
// CHECK: return
func.func @place_first$v0(%p: !tile.ptr<f32>, %blocks: i32, %columns: i32) attributes {tile.kernel, tile.persistent, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@place_first, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32, #l>
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %w = tile.worker_id
  %first = arith.remui %w, %columns : i32
  %end = scf.while (%b = %w, %x = %first) : (i32, i32) -> i32 {
    %more = arith.cmpi ult, %b, %blocks : i32
    scf.condition(%more) %x : i32
  } do {
  ^bb0(%x: i32):
    %next = tile_gpu.next_block of %blocks
    %place = arith.remui %next, %columns : i32
    %sum = scf.for %i = %c0 to %x step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32, #l>) : i32 {
      %y = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
      %a = arith.addf %s, %y : tensor<16x32xf32, #l>
      scf.yield %a : tensor<16x32xf32, #l>
    }
    tile_gpu.print "%f" %sum : tensor<16x32xf32, #l>
    scf.yield %next, %place : i32, i32
  } attributes {tile.block_loop}
  return
}
