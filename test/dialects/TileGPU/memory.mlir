// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s

// Round trips of memory accesses, on distributed tiles and uniform scalars.
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>

// CHECK-LABEL: func @pointers
func.func @pointers(%p: tensor<128x!tile.ptr<f32>, #a>, %m: tensor<128xi1, #a>, %x: tensor<128xf32, #a>, %q: !tile.ptr<f32>) {
  // CHECK: tile_gpu.load %{{.*}} : tensor<128x!tile.ptr<f32>, #[[A:.*]]>
  %0 = tile_gpu.load %p : tensor<128x!tile.ptr<f32>, #a>
  // CHECK: tile_gpu.load %{{.*}} mask %{{.*}} padding %{{.*}} vector 4 : tensor<128x!tile.ptr<f32>, #[[A]]>
  %1 = tile_gpu.load %p mask %m padding %x vector 4 : tensor<128x!tile.ptr<f32>, #a>
  // CHECK: tile_gpu.load_structs %{{.*}} mask %{{.*}} padding %{{.*}} vector 4 : ({{.*}}) -> (tensor<128xf32, #[[A]]>, tensor<128xf32, #[[A]]>)
  %3:2 = tile_gpu.load_structs %p mask %m padding %x vector 4 : (tensor<128x!tile.ptr<f32>, #a>, tensor<128xi1, #a>, tensor<128xf32, #a>) -> (tensor<128xf32, #a>, tensor<128xf32, #a>)
  // CHECK: tile_gpu.load %{{.*}} {hints = [#tile.hints<arch = 900, latency = 4>]} : !tile.ptr<f32>
  %2 = tile_gpu.load %q {hints = [#tile.hints<arch = 900, latency = 4>]} : !tile.ptr<f32>
  // CHECK: tile_gpu.store %{{.*}}, %{{.*}} mask %{{.*}} vector 2 : tensor<128x!tile.ptr<f32>, #[[A]]>
  tile_gpu.store %p, %x mask %m vector 2 : tensor<128x!tile.ptr<f32>, #a>
  // CHECK: tile_gpu.store %{{.*}}, %{{.*}} : !tile.ptr<f32>
  tile_gpu.store %q, %2 : !tile.ptr<f32>
  // CHECK: tile_gpu.alloca 64 bytes align 16 {shared_offset = 0 : i64} : !tile.ptr<i8>
  %l = tile_gpu.alloca 64 bytes align 16 {shared_offset = 0 : i64} : !tile.ptr<i8>
  // CHECK: tile_gpu.memory_barrier
  // CHECK-SAME: cta
  tile_gpu.memory_barrier cta
  return
}

!view = !tile.partition_view<128, !tile.tensor_view<?xf32, strides = [1]>>
// CHECK-LABEL: func @views
func.func @views(%v: !view, %i: i32, %x: tensor<128xf32, #a>) {
  // CHECK: tile_gpu.load_view %{{.*}}[%{{.*}} : i32] in_bounds : {{.*}} -> tensor<128xf32, #{{.*}}>
  %0 = tile_gpu.load_view %v[%i : i32] in_bounds : !view -> tensor<128xf32, #a>
  // CHECK: tile_gpu.store_view %{{.*}}[%{{.*}} : i32], %{{.*}} : {{.*}}, tensor<128xf32, #{{.*}}>
  tile_gpu.store_view %v[%i : i32], %x : !view, tensor<128xf32, #a>
  // CHECK: tile_gpu.atomic_load_view
  // CHECK-SAME: acquire
  %1 = tile_gpu.atomic_load_view acquire device %v[%i : i32] : !view -> tensor<128xf32, #a>
  // CHECK: tile_gpu.atomic_store_view
  tile_gpu.atomic_store_view release device %v[%i : i32], %x : !view, tensor<128xf32, #a>
  // CHECK: tile_gpu.atomic_reduce_view
  // CHECK-SAME: in_bounds
  tile_gpu.atomic_reduce_view add relaxed device %v[%i : i32], %x in_bounds : !view, tensor<128xf32, #a>
  return
}

// CHECK-LABEL: func @atomics
func.func @atomics(%p: tensor<128x!tile.ptr<i32>, #a>, %x: tensor<128xi32, #a>, %m: tensor<128xi1, #a>, %q: !tile.ptr<i32>, %y: i32) {
  // CHECK: tile_gpu.atomic_load {{.*}} mask {{.*}} padding
  %0 = tile_gpu.atomic_load acquire device %p mask %m padding %x : tensor<128x!tile.ptr<i32>, #a>
  // CHECK: tile_gpu.atomic_store
  tile_gpu.atomic_store release system %p, %x mask %m : tensor<128x!tile.ptr<i32>, #a>
  // CHECK: tile_gpu.atomic_rmw {{.*}} : tensor<128x!tile.ptr<i32>, #{{.*}}>{{$}}
  tile_gpu.atomic_rmw add relaxed device %p, %x : tensor<128x!tile.ptr<i32>, #a>
  // CHECK: tile_gpu.atomic_rmw {{.*}} {shared_offset = 0 : i64} : !tile.ptr<i32> -> i32
  %1 = tile_gpu.atomic_rmw exchange acq_rel block %q, %y {shared_offset = 0 : i64} : !tile.ptr<i32> -> i32
  // CHECK: tile_gpu.atomic_cas {{.*}} : !tile.ptr<i32> -> i32
  %2 = tile_gpu.atomic_cas acq_rel device %q, %y, %y : !tile.ptr<i32> -> i32
  return
}

// CHECK-LABEL: func @output
func.func @output(%x: tensor<128xi32, #a>, %y: i32, %c: i1) {
  // CHECK: tile_gpu.print "%d %d" %{{.*}}, %{{.*}} : i32, tensor<128xi32, #{{.*}}>
  tile_gpu.print "%d %d" %y, %x : i32, tensor<128xi32, #a>
  // CHECK: tile_gpu.assert %{{.*}}, "below" in "kernel"
  tile_gpu.assert %c, "below" in "kernel"
  return
}
