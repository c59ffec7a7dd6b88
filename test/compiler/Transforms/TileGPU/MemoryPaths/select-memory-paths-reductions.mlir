// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true target=sm_90a" --canonicalize | FileCheck %s
// Reductions through views by the copy engine, where tensor maps are asked for.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0], [8, 0]]>
!tensor = !tile.tensor_view<?x64xf32, strides = [64, 1]>
!view = !tile.partition_view<32x64, !tensor>
// CHECK-LABEL: func @add$v0
// CHECK: tile_gpu.buffer_store %{{.*}}, %[[BUFFER:.*]] :
// CHECK: tile_gpu.proxy_fence
// CHECK: tile_gpu.tma_reduce add %[[BUFFER]] to
// CHECK: tile_gpu.bulk_commit
// CHECK: tile_gpu.bulk_wait pending 0 read
// CHECK: tile_gpu.free_buffer %[[BUFFER]]
func.func @add$v0(%p: !tile.ptr<f32>, %x: tensor<32x64xf32, #l>, %m: i32) attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@add, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %pa extents [%m : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  tile_gpu.atomic_reduce_view add relaxed device %v[%c0, %c0 : i32, i32], %x : !view, tensor<32x64xf32, #l>
  return
}

// What the engine has not, and what others wait for.
// CHECK-LABEL: func @others$v0
// CHECK-NOT: tile_gpu.tma_reduce
// CHECK: tile_gpu.atomic_rmw sub relaxed device
// CHECK: tile_gpu.atomic_rmw add relaxed system
// CHECK: return
func.func @others$v0(%p: !tile.ptr<f32>, %x: tensor<32x64xf32, #l>, %m: i32) attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@others, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %pa extents [%m : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  tile_gpu.atomic_reduce_view sub relaxed device %v[%c0, %c0 : i32, i32], %x : !view, tensor<32x64xf32, #l>
  tile_gpu.atomic_reduce_view add relaxed system %v[%c0, %c0 : i32, i32], %x : !view, tensor<32x64xf32, #l>
  return
}

// Numbers are compared with or without sign, as the map says.
!integers = !tile.tensor_view<?x64xi32, strides = [64, 1]>
!parts = !tile.partition_view<32x64, !integers>
// CHECK-LABEL: func @compare$v0
// CHECK: tile_gpu.tensor_map {{.*}}is_signed = true
// CHECK: tile_gpu.tma_reduce max_signed
func.func @compare$v0(%p: !tile.ptr<i32>, %x: tensor<32x64xi32, #l>, %m: i32) attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@compare, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i32>
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %pa extents [%m : i32] : !tile.ptr<i32> -> !integers
  %v = tile.make_view %t : !parts
  tile_gpu.atomic_reduce_view max_signed relaxed device %v[%c0, %c0 : i32, i32], %x : !parts, tensor<32x64xi32, #l>
  return
}

// CHECK-LABEL: func @compare_unsigned$v0
// CHECK-NOT: is_signed
// CHECK: tile_gpu.tma_reduce min_unsigned
func.func @compare_unsigned$v0(%p: !tile.ptr<i32>, %x: tensor<32x64xi32, #l>, %m: i32) attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@compare_unsigned, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i32>
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %pa extents [%m : i32] : !tile.ptr<i32> -> !integers
  %v = tile.make_view %t : !parts
  tile_gpu.atomic_reduce_view min_unsigned relaxed device %v[%c0, %c0 : i32, i32], %x : !parts, tensor<32x64xi32, #l>
  return
}

// The engine adds what is negated.
// CHECK-LABEL: func @take$v0
// CHECK: %[[LESS:.*]] = arith.negf %{{.*}} : tensor<32x64xf32
// CHECK: tile_gpu.buffer_store %[[LESS]], %[[BUFFER:.*]] :
// CHECK: tile_gpu.tma_reduce add %[[BUFFER]] to
func.func @take$v0(%p: !tile.ptr<f32>, %x: tensor<32x64xf32, #l>, %m: i32) attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@take, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %pa extents [%m : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  tile_gpu.atomic_reduce_view sub relaxed device %v[%c0, %c0 : i32, i32], %x : !view, tensor<32x64xf32, #l>
  return
}

// CHECK-LABEL: func @count_down$v0
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : tensor<32x64xi32
// CHECK: %[[LESS:.*]] = arith.subi %[[ZERO]], %{{.*}} : tensor<32x64xi32
// CHECK: tile_gpu.buffer_store %[[LESS]]
// CHECK: tile_gpu.tma_reduce add
func.func @count_down$v0(%p: !tile.ptr<i32>, %x: tensor<32x64xi32, #l>, %m: i32) attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@count_down, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i32>
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %pa extents [%m : i32] : !tile.ptr<i32> -> !integers
  %v = tile.make_view %t : !parts
  tile_gpu.atomic_reduce_view sub relaxed device %v[%c0, %c0 : i32, i32], %x : !parts, tensor<32x64xi32, #l>
  return
}

// A run of memory, too.
#run = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
// CHECK-LABEL: func @run$v0
// CHECK: %[[LESS:.*]] = arith.negf %{{.*}} : tensor<128xf32
// CHECK: tile_gpu.buffer_store %[[LESS]]
// CHECK: tile_gpu.bulk_reduce add
func.func @run$v0(%p: !tile.ptr<f32>, %x: tensor<128xf32, #run>) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@run, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile_gpu.coordinate 0 : tensor<128xi32, #run>
  %s = tile.splat %pa : tensor<128x!tile.ptr<f32>, #run>
  %q = tile.offset %s, %i : tensor<128x!tile.ptr<f32>, #run>, tensor<128xi32, #run>
  tile_gpu.atomic_rmw sub relaxed device %q, %x : tensor<128x!tile.ptr<f32>, #run>
  return
}
