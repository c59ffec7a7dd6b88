// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true" --cse --canonicalize --loop-invariant-code-motion --tile-gpu-specialize-warps="stages=3" --canonicalize --cse --split-input-file | FileCheck %s
// Loops that follow each other have their stage buffers together where their tiles are alike.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// The second loop goes on with stage and phase of the first.
// CHECK-LABEL: func @in_turn$v0
// CHECK: %[[RING:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<16x32xf32, #shared, stages = 3>
// CHECK-NOT: tile_gpu.alloc_buffer
// CHECK: tile_gpu.warp_roles consumers {
// CHECK:   %[[FIRST:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %cst, %{{.*}} = %c0_i32, %{{.*}} = %c0_i32)
// CHECK:     tile_gpu.buffer_stage %[[RING]]
// CHECK:   %[[SECOND:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]]#0, %{{.*}} = %[[FIRST]]#1, %{{.*}} = %[[FIRST]]#2)
// CHECK:     tile_gpu.buffer_stage %[[RING]]
// CHECK: } producer warps 1 {
// CHECK:   %[[LOADED:.*]]:2 = scf.for
// CHECK:     tile_gpu.tma_load
// CHECK:   scf.for {{.*}} iter_args(%{{.*}} = %[[LOADED]]#0, %{{.*}} = %[[LOADED]]#1)
// CHECK:     tile_gpu.tma_load
func.func @in_turn$v0(%p: !tile.ptr<f32>, %n: i32, %m: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@in_turn, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32, #l>
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32, #l>) : i32 {
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    %a = arith.addf %s, %x : tensor<16x32xf32, #l>
    scf.yield %a : tensor<16x32xf32, #l>
  }
  %difference = scf.for %i = %n to %m step %c1 iter_args(%s = %sum) -> (tensor<16x32xf32, #l>) : i32 {
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    %a = arith.subf %s, %x : tensor<16x32xf32, #l>
    scf.yield %a : tensor<16x32xf32, #l>
  }
  tile_gpu.print "%f" %difference : tensor<16x32xf32, #l>
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// A loop inside of another has a stage buffer of its own: the outer one's stage is in use meanwhile.
// CHECK-LABEL: func @nested$v0
// CHECK: tile_gpu.alloc_buffer
// CHECK: tile_gpu.alloc_buffer
// CHECK: tile_gpu.warp_roles
func.func @nested$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@nested, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32, #l>
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32, #l>) : i32 {
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%r = %s) -> (tensor<16x32xf32, #l>) : i32 {
      %y = tile_gpu.load_view %v[%j, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
      %a = math.fma %x, %y, %r : tensor<16x32xf32, #l>
      scf.yield %a : tensor<16x32xf32, #l>
    }
    scf.yield %inner : tensor<16x32xf32, #l>
  }
  tile_gpu.print "%f" %sum : tensor<16x32xf32, #l>
  return
}
