// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @argmax
// CHECK: tile.reduce %{{.*}}, %{{.*}} axis = 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
func.func @argmax(%v: tensor<4x8xf32>, %i: tensor<4x8xi32>) -> tensor<4x1xi32> {
  %m:2 = tile.reduce %v, %i axis = 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x1xf32>, tensor<4x1xi32>) {
  ^bb0(%a: f32, %ia: i32, %b: f32, %ib: i32):
    %c = arith.cmpf ogt, %a, %b : f32
    %x = arith.select %c, %a, %b : f32
    %y = arith.select %c, %ia, %ib : i32
    tile.yield %x, %y : f32, i32
  }
  return %m#1 : tensor<4x1xi32>
}

// CHECK-LABEL: func.func @scan
// CHECK: tile.scan %{{.*}} axis = 0 reverse : (tensor<8xi32>) -> tensor<8xi32>
func.func @scan(%t: tensor<8xi32>) -> tensor<8xi32> {
  %s = tile.scan %t axis = 0 reverse : (tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  return %s : tensor<8xi32>
}

// CHECK-LABEL: func.func @products
// CHECK: tile.mma %{{.*}}, %{{.*}}, %{{.*}} unsigned_a : tensor<4x8xi8>, tensor<8x4xi8>, tensor<4x4xi32>
// CHECK: tile.scaled_mma %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<32x4xf4E2M1FN>, tensor<2x4xf8E4M3FN>, tensor<4x4xf32>
func.func @products(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %c: tensor<4x4xi32>, %d: tensor<4x32xf4E2M1FN>, %ds: tensor<4x2xf8E4M3FN>,
                    %e: tensor<32x4xf4E2M1FN>, %es: tensor<2x4xf8E4M3FN>, %f: tensor<4x4xf32>) {
  %0 = tile.mma %a, %b, %c unsigned_a : tensor<4x8xi8>, tensor<8x4xi8>, tensor<4x4xi32>
  %1 = tile.scaled_mma %d scale %ds, %e scale %es, %f : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<32x4xf4E2M1FN>, tensor<2x4xf8E4M3FN>, tensor<4x4xf32>
  return
}
