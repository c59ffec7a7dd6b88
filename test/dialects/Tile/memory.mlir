// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// What is printed is read back.

// CHECK: tile.global @counter 4 bytes align 4
tile.global @counter 4 bytes align 4
// CHECK: tile.global "private" constant @table 4 bytes align 4 = [1, 2, 3, 4]
tile.global "private" constant @table 4 bytes align 4 = [1, 2, 3, 4]

// CHECK-LABEL: func.func @memory
func.func @memory(%p: !tile.ptr<f32>, %q: tensor<8x!tile.ptr<f32>>, %m: tensor<8xi1>, %v: tensor<8xf32>, %i: tensor<8xi32>, %b: i1) {
  // CHECK: tile.address_of @counter : !tile.ptr<i32>
  %0 = tile.address_of @counter : !tile.ptr<i32>
  // CHECK: tile.alloca 64 bytes align 16 : !tile.ptr<f32>
  %1 = tile.alloca 64 bytes align 16 : !tile.ptr<f32>
  // CHECK: tile.offset %{{.*}}, %{{.*}} : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  %2 = tile.offset %q, %i : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  // CHECK: tile.ptr_diff %{{.*}}, %{{.*}} : tensor<8x!tile.ptr<f32>> -> tensor<8xi64>
  %3 = tile.ptr_diff %q, %2 : tensor<8x!tile.ptr<f32>> -> tensor<8xi64>
  // CHECK: tile.load %{{.*}} : !tile.ptr<f32>
  %4 = tile.load %p : !tile.ptr<f32>
  // CHECK: tile.load %{{.*}} mask %{{.*}} : tensor<8x!tile.ptr<f32>>
  %5 = tile.load %q mask %m : tensor<8x!tile.ptr<f32>>
  // CHECK: tile.load %{{.*}} mask %{{.*}} padding %{{.*}} {hints = [#tile.hints<arch = 900, latency = 8>]} : tensor<8x!tile.ptr<f32>>
  %6 = tile.load %q mask %m padding %v {hints = [#tile.hints<arch = 900, latency = 8>]} : tensor<8x!tile.ptr<f32>>
  // CHECK: tile.store %{{.*}}, %{{.*}} mask %{{.*}} : !tile.ptr<f32>
  tile.store %p, %4 mask %b : !tile.ptr<f32>
  // CHECK: tile.store %{{.*}}, %{{.*}} : tensor<8x!tile.ptr<f32>>
  tile.store %q, %v : tensor<8x!tile.ptr<f32>>
  return
}

// CHECK-LABEL: func.func @atomics
func.func @atomics(%p: !tile.ptr<f32>, %q: tensor<8x!tile.ptr<i32>>, %m: tensor<8xi1>, %v: tensor<8xi32>, %x: f32) {
  // CHECK: tile.atomic_load acquire device %{{.*}} mask %{{.*}} padding %{{.*}} : tensor<8x!tile.ptr<i32>>
  %0 = tile.atomic_load acquire device %q mask %m padding %v : tensor<8x!tile.ptr<i32>>
  // CHECK: tile.atomic_store release system %{{.*}}, %{{.*}} : !tile.ptr<f32>
  tile.atomic_store release system %p, %x : !tile.ptr<f32>
  // CHECK: tile.atomic_rmw add acq_rel block %{{.*}}, %{{.*}} : !tile.ptr<f32> -> f32
  %1 = tile.atomic_rmw add acq_rel block %p, %x : !tile.ptr<f32> -> f32
  // CHECK: tile.atomic_rmw max_unsigned relaxed device %{{.*}}, %{{.*}} mask %{{.*}} : tensor<8x!tile.ptr<i32>>{{$}}
  tile.atomic_rmw max_unsigned relaxed device %q, %v mask %m : tensor<8x!tile.ptr<i32>>
  // CHECK: tile.atomic_cas acquire device %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tile.ptr<i32>> -> tensor<8xi32>
  %2 = tile.atomic_cas acquire device %q, %v, %v : tensor<8x!tile.ptr<i32>> -> tensor<8xi32>
  return
}

!tensor = !tile.tensor_view<?x64xf32, strides = [?, 1]>
!part = !tile.partition_view<4x8, !tensor, padding = nan>
!strided = !tile.strided_view<4x8, steps = [2, 8], !tensor>
!gather = !tile.gather_scatter_view<4x8, dimension = 0, !tensor, padding = zero>

// CHECK-LABEL: func.func @views
func.func @views(%p: !tile.ptr<f32>, %n: i32, %ld: i64, %rows: tensor<4xi64>) {
  // CHECK: tile.make_tensor_view %{{.*}} extents[%{{.*}} : i32] strides[%{{.*}} : i64] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [?, 1]>
  %t = tile.make_tensor_view %p extents [%n : i32] strides [%ld : i64] : !tile.ptr<f32> -> !tensor
  // CHECK: !tile.partition_view<4x8, <?x64xf32, strides = [?, 1]>, padding = nan>
  %a = tile.make_view %t : !part
  // CHECK: !tile.strided_view<4x8, steps = [2, 8], <?x64xf32, strides = [?, 1]>>
  %b = tile.make_view %t : !strided
  // CHECK: !tile.gather_scatter_view<4x8, dimension = 0, <?x64xf32, strides = [?, 1]>, padding = zero>
  %c = tile.make_view %t : !gather
  // CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] {hints = [#tile.hints<arch = 0, allow_tma = false>]} :
  %0 = tile.load_view %a[%n, %n : i32, i32] {hints = [#tile.hints<arch = 0, allow_tma = false>]} : !part
  // CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : tensor<4xi64>, i32] :
  %1 = tile.load_view %c[%rows, %n : tensor<4xi64>, i32] : !gather
  // CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] in_bounds : !tile.strided_view<4x8, steps = [2, 8], <?x64xf32, strides = [?, 1]>> -> tf32
  %rounded = tile.load_view %b[%n, %n : i32, i32] in_bounds : !strided -> tf32
  // CHECK: tile.store_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32], %{{.*}} in_bounds :
  tile.store_view %b[%n, %n : i32, i32], %0 in_bounds : !strided
  // CHECK: tile.atomic_load_view acquire device
  %2 = tile.atomic_load_view acquire device %a[%n, %n : i32, i32] in_bounds : !part
  // CHECK: tile.atomic_store_view release system
  tile.atomic_store_view release system %a[%n, %n : i32, i32], %0 : !part
  // CHECK: tile.atomic_reduce_view add relaxed device
  tile.atomic_reduce_view add relaxed device %a[%n, %n : i32, i32], %0 : !part
  return
}

// CHECK-LABEL: func.func @output
func.func @output(%n: i32, %t: tensor<4x8xi32>, %c: i1) {
  // CHECK: tile.assume %{{.*}}[#tile.divisible<16>] : i32
  %0 = tile.assume %n [#tile.divisible<16>] : i32
  // CHECK: tile.assume %{{.*}}[#tile.divisible<4, every = 8, along = 1>] : tensor<4x8xi32>
  %1 = tile.assume %t [#tile.divisible<4, every = 8, along = 1>] : tensor<4x8xi32>
  // CHECK: tile.assume %{{.*}}[#tile.bounded<lower = 0, upper = 99>] : i32
  %2 = tile.assume %n [#tile.bounded<lower = 0, upper = 99>] : i32
  // CHECK: tile.assume %{{.*}}[#tile.same_elements<[2, 4]>] : tensor<4x8xi32>
  %3 = tile.assume %t [#tile.same_elements<[2, 4]>] : tensor<4x8xi32>
  // CHECK: tile.print "n = %d\0A" %{{.*}} : i32
  tile.print "n = %d\n" %n : i32
  // CHECK: tile.assert %{{.*}}, "n > 0" in "k"
  tile.assert %c, "n > 0" in "k"
  return
}
