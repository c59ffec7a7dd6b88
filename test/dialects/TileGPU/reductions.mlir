// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s

// Round trips of reductions and scans, with two operands too.
#a = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>

// CHECK-LABEL: func @combine
func.func @combine(%x: tensor<128xf32, #a>, %i: tensor<128xi32, #a>) {
  // CHECK: tile_gpu.reduce %{{.*}}, %{{.*}} axis = 0 {shared_offset = 16 : i64} : (tensor<128xf32, #[[A:.*]]>, tensor<128xi32, #[[A]]>) -> (tensor<1xf32, #[[ONE:.*]]>, tensor<1xi32, #[[ONE]]>) {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i32):
  // CHECK-NEXT: tile_gpu.yield %{{.*}}, %{{.*}} : f32, i32
  %r:2 = tile_gpu.reduce %x, %i axis = 0 {shared_offset = 16 : i64} : (tensor<128xf32, #a>, tensor<128xi32, #a>) -> (tensor<1xf32, #one>, tensor<1xi32, #one>) {
  ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
    tile_gpu.yield %a, %b : f32, i32
  }
  // CHECK: tile_gpu.scan %{{.*}} axis = 0 reverse : (tensor<128xf32, #[[A]]>) -> tensor<128xf32, #[[A]]> {
  %s = tile_gpu.scan %x axis = 0 reverse : (tensor<128xf32, #a>) -> tensor<128xf32, #a> {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile_gpu.yield %t : f32
  }
  return
}
