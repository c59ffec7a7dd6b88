// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s
// Memory accesses, atomics and views, on tiles and scalars; masks, paddings, orders and hints go along.

tile.global @counter 4 bytes align 4

// CHECK-LABEL: func @pointers
func.func @pointers(%p: !tile.ptr<f32>, %c: i1) attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  %s = tile.splat %p : tensor<256x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %m = tile.splat %c : tensor<256xi1>
  %z = arith.constant dense<0.0> : tensor<256xf32>
  // CHECK: %[[X:.*]] = tile_gpu.load %[[Q:.*]] mask %[[M:.*]] padding %{{.*}} {hints = [#tile.hints<arch = 900, latency = 4>]} : tensor<256x!tile.ptr<f32>, #[[L:.*]]>
  %x = tile.load %q mask %m padding %z {hints = [#tile.hints<arch = 900, latency = 4>]} : tensor<256x!tile.ptr<f32>>
  // CHECK: tile_gpu.store %[[Q]], %[[X]] mask %[[M]] : tensor<256x!tile.ptr<f32>, #[[L]]>
  tile.store %q, %x mask %m : tensor<256x!tile.ptr<f32>>
  // CHECK: %[[Y:.*]] = tile_gpu.load %arg0 : !tile.ptr<f32>
  %y = tile.load %p : !tile.ptr<f32>
  // CHECK: %[[A:.*]] = tile_gpu.alloca 16 bytes align 4 : !tile.ptr<f32>
  %a = tile.alloca 16 bytes align 4 : !tile.ptr<f32>
  // CHECK: tile_gpu.store %[[A]], %[[Y]] : !tile.ptr<f32>
  tile.store %a, %y : !tile.ptr<f32>
  // CHECK: tile_gpu.assert %arg1, "never" in "pointers"
  tile.assert %c, "never" in "pointers"
  return
}

// CHECK-LABEL: func @atomics
func.func @atomics(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  %s = tile.splat %p : tensor<256x!tile.ptr<i32>>
  // CHECK: tile.address_of @counter
  %g = tile.address_of @counter : !tile.ptr<i32>
  // CHECK: tile_gpu.atomic_load acquire device %{{.*}} : tensor<256x!tile.ptr<i32>, #{{.*}}>
  %0 = tile.atomic_load acquire device %s : tensor<256x!tile.ptr<i32>>
  // CHECK: tile_gpu.atomic_store release system %{{.*}}, %{{.*}} : tensor
  tile.atomic_store release system %s, %0 : tensor<256x!tile.ptr<i32>>
  // CHECK: tile_gpu.atomic_rmw min_unsigned acq_rel block %{{.*}}, %{{.*}} : tensor<256x!tile.ptr<i32>, #[[L:.*]]> -> tensor<256xi32, #[[L]]>
  %1 = tile.atomic_rmw min_unsigned acq_rel block %s, %i : tensor<256x!tile.ptr<i32>> -> tensor<256xi32>
  // Old values that nobody reads are not asked for.
  // CHECK: tile_gpu.atomic_rmw add relaxed device %{{.*}}, %{{.*}} : !tile.ptr<i32>{{$}}
  %2 = tile.atomic_rmw add relaxed device %g, %n : !tile.ptr<i32> -> i32
  // CHECK: tile_gpu.atomic_cas relaxed device %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr<i32> -> i32
  %3 = tile.atomic_cas relaxed device %g, %n, %n : !tile.ptr<i32> -> i32
  // CHECK: tile_gpu.print "%d %d" %{{.*}}, %{{.*}} : i32, tensor<256xi32, #[[L]]>
  tile.print "%d %d" %3, %1 : i32, tensor<256xi32>
  return
}

!view = !tile.partition_view<256, !tile.tensor_view<?xf32, strides = [1]>, padding = zero>
// CHECK-LABEL: func @views
func.func @views(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  // CHECK: tile.make_tensor_view
  %tv = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  // CHECK: tile.make_view
  %v = tile.make_view %tv : !view
  // CHECK: tile_gpu.load_view %{{.*}}[%{{.*}} : i32] in_bounds : {{.*}} -> tensor<256xf32, #[[L:.*]]>
  %x = tile.load_view %v[%n : i32] in_bounds : !view
  // CHECK: tile_gpu.store_view %{{.*}}[%{{.*}} : i32], %{{.*}} : {{.*}}, tensor<256xf32, #[[L]]>
  tile.store_view %v[%n : i32], %x : !view
  // CHECK: tile_gpu.atomic_load_view acquire device
  %y = tile.atomic_load_view acquire device %v[%n : i32] : !view
  // CHECK: tile_gpu.atomic_store_view release device
  tile.atomic_store_view release device %v[%n : i32], %y : !view
  // CHECK: tile_gpu.atomic_reduce_view add relaxed device
  tile.atomic_reduce_view add relaxed device %v[%n : i32], %y : !view
  return
}
