// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt --tile-round-in-loads %s | FileCheck %s
// Tiles of f32 that are read as tf32 alone are loaded as tf32.

!tensor = !tile.tensor_view<?x64xf32, strides = [64, 1]>
!view = !tile.partition_view<32x64, !tensor, padding = zero>
!gather = !tile.gather_scatter_view<4x8, dimension = 0, !tensor, padding = zero>

// CHECK-LABEL: func.func @cast(
// CHECK-NEXT: %[[T:.*]] = tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] : {{.*}} -> tf32
// CHECK-NEXT: return %[[T]]
func.func @cast(%v: !view, %i: i32) -> tensor<32x64xtf32> {
  %x = tile.load_view %v[%i, %i : i32, i32] : !view
  %t = tile.ftof %x : tensor<32x64xf32> -> tensor<32x64xtf32>
  return %t : tensor<32x64xtf32>
}

// Ops between the two move elements; two casts of one load are one.
// CHECK-LABEL: func.func @moved(
// CHECK-NEXT: %[[T:.*]] = tile.load_view %{{.*}} -> tf32
// CHECK-NEXT: %[[P:.*]] = tile.permute %[[T]] [1, 0] : tensor<32x64xtf32>
// CHECK-NEXT: %[[R:.*]] = tile.reshape %[[P]] : tensor<64x32xtf32> -> tensor<2048xtf32>
// CHECK-NEXT: %[[E:.*]] = tile.extract %[[T]][%{{.*}}, %{{.*}} : i32, i32] : tensor<32x64xtf32> -> tensor<16x64xtf32>
// CHECK-NEXT: return %[[R]], %[[E]]
func.func @moved(%v: !view, %i: i32) -> (tensor<2048xtf32>, tensor<16x64xtf32>) {
  %x = tile.load_view %v[%i, %i : i32, i32] : !view
  %p = tile.permute %x [1, 0] : tensor<32x64xf32>
  %r = tile.reshape %p : tensor<64x32xf32> -> tensor<2048xf32>
  %t = tile.ftof %r : tensor<2048xf32> -> tensor<2048xtf32>
  %e = tile.extract %x[%i, %i : i32, i32] : tensor<32x64xf32> -> tensor<16x64xf32>
  %u = tile.ftof %e : tensor<16x64xf32> -> tensor<16x64xtf32>
  return %t, %u : tensor<2048xtf32>, tensor<16x64xtf32>
}

// What is read as f32 as well stays so.
// CHECK-LABEL: func.func @shared(
// CHECK-NEXT: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] : !tile.partition_view<32x64, <?x64xf32, strides = [64, 1]>, padding = zero>{{$}}
// CHECK-NEXT: tile.permute
// CHECK-NEXT: tile.ftof
func.func @shared(%v: !view, %i: i32) -> (tensor<64x32xf32>, tensor<64x32xtf32>) {
  %x = tile.load_view %v[%i, %i : i32, i32] : !view
  %p = tile.permute %x [1, 0] : tensor<32x64xf32>
  %t = tile.ftof %p : tensor<64x32xf32> -> tensor<64x32xtf32>
  return %p, %t : tensor<64x32xf32>, tensor<64x32xtf32>
}

// Other conversions are lanes' work.
// CHECK-LABEL: func.func @other_type(
// CHECK: tile.ftof %{{.*}} : tensor<32x64xf32> -> tensor<32x64xbf16>
func.func @other_type(%v: !view, %i: i32) -> tensor<32x64xbf16> {
  %x = tile.load_view %v[%i, %i : i32, i32] : !view
  %t = tile.ftof %x : tensor<32x64xf32> -> tensor<32x64xbf16>
  return %t : tensor<32x64xbf16>
}

// CHECK-LABEL: func.func @gathered(
// CHECK: tile.ftof %{{.*}} : tensor<4x8xf32> -> tensor<4x8xtf32>
func.func @gathered(%v: !gather, %rows: tensor<4xi64>, %i: i32) -> tensor<4x8xtf32> {
  %x = tile.load_view %v[%rows, %i : tensor<4xi64>, i32] : !gather
  %t = tile.ftof %x : tensor<4x8xf32> -> tensor<4x8xtf32>
  return %t : tensor<4x8xtf32>
}
