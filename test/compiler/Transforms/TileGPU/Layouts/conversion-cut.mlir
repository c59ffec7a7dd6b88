// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu --tile-gpu-assign-layouts --tile-gpu-remove-layout-conversions --split-input-file | FileCheck %s
// Conversions stand where the fewest do: one serves every use of a tile.

!rows = !tile.partition_view<32x32, !tile.tensor_view<?x?xf32, strides = [?, 1]>>
// A transposed tile that goes three ways is converted before it is worked on.
// CHECK-LABEL: func @fan_out
// CHECK-COUNT-1: tile_gpu.convert_layout
// CHECK-NOT: tile_gpu.convert_layout
// CHECK: return
func.func @fan_out(%p: !tile.ptr<f32>, %m: i32, %n: i32) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %e = tile.assume %n [#tile.divisible<16>] : i32
  %f = tile.assume %m [#tile.divisible<16>] : i32
  %tv = tile.make_tensor_view %a extents [%f, %e : i32, i32] strides [%e : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %tw = tile.make_tensor_view %a extents [%e, %f : i32, i32] strides [%f : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %v = tile.make_view %tv : !rows
  %w = tile.make_view %tw : !rows
  %x = tile.load_view %v[%m, %n : i32, i32] : !rows
  %t = tile.permute %x [1, 0] : tensor<32x32xf32>
  %2 = math.exp %t : tensor<32x32xf32>
  %3 = math.log %t : tensor<32x32xf32>
  %4 = arith.mulf %t, %3 : tensor<32x32xf32>
  tile.store_view %w[%n, %m : i32, i32], %2 : !rows
  tile.store_view %w[%m, %m : i32, i32], %4 : !rows
  tile.store_view %w[%n, %n : i32, i32], %3 : !rows
  return
}

// -----
// Two transposed tiles whose sum is stored: the sum is converted, not both.
!rows = !tile.partition_view<32x32, !tile.tensor_view<?x?xf32, strides = [?, 1]>>
// CHECK-LABEL: func @fan_in
// CHECK: arith.addf
// CHECK-COUNT-1: tile_gpu.convert_layout
// CHECK-NOT: tile_gpu.convert_layout
// CHECK: return
func.func @fan_in(%p: !tile.ptr<f32>, %m: i32, %n: i32) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %e = tile.assume %n [#tile.divisible<16>] : i32
  %f = tile.assume %m [#tile.divisible<16>] : i32
  %tv = tile.make_tensor_view %a extents [%f, %e : i32, i32] strides [%e : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %v = tile.make_view %tv : !rows
  %x = tile.load_view %v[%m, %n : i32, i32] : !rows
  %y = tile.load_view %v[%n, %n : i32, i32] : !rows
  %t = tile.permute %x [1, 0] : tensor<32x32xf32>
  %u = tile.permute %y [1, 0] : tensor<32x32xf32>
  %s = arith.addf %t, %u : tensor<32x32xf32>
  tile.store_view %v[%n, %m : i32, i32], %s : !rows
  return
}

// -----
// A narrow tile is cheaper to convert than the wide one that is made of it twice.
!bytes = !tile.partition_view<64x64, !tile.tensor_view<?x?xi8, strides = [?, 1]>>
!words = !tile.partition_view<64x64, !tile.tensor_view<?x?xi32, strides = [?, 1]>>
// CHECK-LABEL: func @narrow
// CHECK: tile_gpu.convert_layout {{.*}} : tensor<64x64xi8
// CHECK-NOT: tile_gpu.convert_layout
// CHECK: return
func.func @narrow(%p: !tile.ptr<i8>, %q: !tile.ptr<i32>, %m: i32, %n: i32) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i8>
  %b = tile.assume %q [#tile.divisible<16>] : !tile.ptr<i32>
  %e = tile.assume %n [#tile.divisible<16>] : i32
  %f = tile.assume %m [#tile.divisible<16>] : i32
  %tv = tile.make_tensor_view %a extents [%f, %e : i32, i32] strides [%e : i32] : !tile.ptr<i8> -> !tile.tensor_view<?x?xi8, strides = [?, 1]>
  %tw = tile.make_tensor_view %b extents [%e, %f : i32, i32] strides [%f : i32] : !tile.ptr<i32> -> !tile.tensor_view<?x?xi32, strides = [?, 1]>
  %v = tile.make_view %tv : !bytes
  %w = tile.make_view %tw : !words
  %x = tile.load_view %v[%m, %n : i32, i32] : !bytes
  %t = tile.permute %x [1, 0] : tensor<64x64xi8>
  %s = arith.extsi %t : tensor<64x64xi8> to tensor<64x64xi32>
  %u = arith.muli %s, %s : tensor<64x64xi32>
  tile.store_view %w[%n, %m : i32, i32], %u : !words
  tile.store_view %w[%m, %m : i32, i32], %s : !words
  return
}
