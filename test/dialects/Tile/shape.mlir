// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// What is printed is read back.

// CHECK-LABEL: func.func @shape
func.func @shape(%x: f32, %p: !tile.ptr<f32>, %i: i32) {
  // CHECK: tile.block_id x
  %0 = tile.block_id x
  // CHECK: tile.num_blocks z
  %1 = tile.num_blocks z
  // CHECK: tile.iota : tensor<4x8xi16>
  %2 = tile.iota : tensor<4x8xi16>
  // CHECK: tile.splat %{{.*}} : tensor<4x8xf32>
  %3 = tile.splat %x : tensor<4x8xf32>
  // CHECK: tile.splat %{{.*}} : tensor<!tile.ptr<f32>>
  %4 = tile.splat %p : tensor<!tile.ptr<f32>>
  // CHECK: tile.to_scalar %{{.*}} : tensor<!tile.ptr<f32>>
  %5 = tile.to_scalar %4 : tensor<!tile.ptr<f32>>
  // CHECK: tile.reshape %{{.*}} : tensor<4x8xf32> -> tensor<32xf32>
  %6 = tile.reshape %3 : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK: tile.broadcast %{{.*}} : tensor<32xf32> -> tensor<2x32xf32>
  %7 = tile.broadcast %6 : tensor<32xf32> -> tensor<2x32xf32>
  // CHECK: tile.permute %{{.*}} [1, 0] : tensor<4x8xf32>
  %8 = tile.permute %3 [1, 0] : tensor<4x8xf32>
  // CHECK: tile.cat %{{.*}}, %{{.*}} axis = 1 : tensor<8x4xf32>
  %9 = tile.cat %8, %8 axis = 1 : tensor<8x4xf32>
  // CHECK: tile.extract %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] : tensor<8x8xf32> -> tensor<2x4xf32>
  %10 = tile.extract %9[%i, %i : i32, i32] : tensor<8x8xf32> -> tensor<2x4xf32>
  // CHECK: tile.insert %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] : tensor<2x4xf32> into tensor<8x8xf32>
  %11 = tile.insert %10 into %9[%i, %i : i32, i32] : tensor<2x4xf32> into tensor<8x8xf32>
  return
}
