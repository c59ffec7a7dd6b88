// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-load-before-mmas | FileCheck %s

!view = !tile.partition_view<64x64, <?x?xf16, strides = [?, 1]>, padding = zero>

// What the second MMA multiplies is loaded before the first.
// CHECK-LABEL: @run
// CHECK-COUNT-4: tile.load_view
// CHECK: tile.permute
// CHECK: tile.mma
// CHECK-NEXT: tile.mma
func.func @run(%a: !view, %b: !view, %sum: tensor<64x64xf32>, %i: i32, %j: i32) -> tensor<64x64xf32> {
  %a0 = tile.load_view %a[%i, %i : i32, i32] : !view
  %b0 = tile.load_view %b[%i, %i : i32, i32] : !view
  %s = tile.mma %a0, %b0, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %a1 = tile.load_view %a[%j, %i : i32, i32] : !view
  %b1 = tile.load_view %b[%j, %i : i32, i32] : !view
  %b2 = tile.permute %b1 [1, 0] : tensor<64x64xf16>
  %t = tile.mma %a1, %b2, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  return %t : tensor<64x64xf32>
}

// Not over a write, and not what the first one gave.
// CHECK-LABEL: @written
// CHECK: tile.mma
// CHECK: tile.store_view
// CHECK: tile.load_view
// CHECK: tile.mma
func.func @written(%a: !view, %b: !view, %sum: tensor<64x64xf32>, %i: i32, %x: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %a0 = tile.load_view %a[%i, %i : i32, i32] : !view
  %s = tile.mma %a0, %a0, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  tile.store_view %b[%i, %i : i32, i32], %x : !view
  %b1 = tile.load_view %b[%i, %i : i32, i32] : !view
  %t = tile.mma %b1, %a0, %s : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  return %t : tensor<64x64xf32>
}

// CHECK-LABEL: @chain
// CHECK: tile.mma
// CHECK-NEXT: tile.ftof
// CHECK-NEXT: tile.load_view
// CHECK-NEXT: tile.mma
func.func @chain(%a: !view, %sum: tensor<64x64xf32>, %i: i32) -> tensor<64x64xf32> {
  %a0 = tile.load_view %a[%i, %i : i32, i32] : !view
  %s = tile.mma %a0, %a0, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %p = tile.ftof %s : tensor<64x64xf32> -> tensor<64x64xf16>
  %b1 = tile.load_view %a[%i, %i : i32, i32] : !view
  %t = tile.mma %p, %b1, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  return %t : tensor<64x64xf32>
}
