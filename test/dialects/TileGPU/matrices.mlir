// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s

#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 8]]>

// CHECK-LABEL: func @halves
// CHECK: tile_gpu.mma mma_sync %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x16xf16, #{{.*}}>, tensor<16x16xf16, #{{.*}}>, tensor<16x16xf32, #{{.*}}>
func.func @halves(%a: tensor<16x16xf16, #a>, %b: tensor<16x16xf16, #b>, %c: tensor<16x16xf32, #c>) -> tensor<16x16xf32, #c> {
  %r = tile_gpu.mma mma_sync %a, %b, %c : tensor<16x16xf16, #a>, tensor<16x16xf16, #b>, tensor<16x16xf32, #c>
  return %r : tensor<16x16xf32, #c>
}

// A tile of 8x2 and 4 along K: rows and columns beyond it are copies.
#small = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]]>
#rows = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]]>
#columns = #tile_gpu.layout<register = [[1, 0], [2, 0]], lane = [[0, 0], [0, 0], [0, 1], [0, 0], [0, 0]]>
// CHECK-LABEL: func @small
// CHECK: tile_gpu.mma mma_sync {{.*}} unsigned_a unsigned_b : tensor<8x4xi8
func.func @small(%a: tensor<8x4xi8, #rows>, %b: tensor<4x2xi8, #columns>, %c: tensor<8x2xi32, #small>) -> tensor<8x2xi32, #small> {
  %r = tile_gpu.mma mma_sync %a, %b, %c unsigned_a unsigned_b : tensor<8x4xi8, #rows>, tensor<4x2xi8, #columns>, tensor<8x2xi32, #small>
  return %r : tensor<8x2xi32, #small>
}

// Multiply-add: any layout of the accumulator; each lane has whole rows and columns.
#cell = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [1, 0], [2, 0], [4, 0], [8, 0]]>
#row = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 0], [1, 0], [2, 0], [4, 0], [8, 0]]>
#column = #tile_gpu.layout<register = [[0, 1], [1, 0]], lane = [[0, 2], [0, 0], [0, 0], [0, 0], [0, 0]]>
// CHECK-LABEL: func @singles
// CHECK: tile_gpu.mma fma
func.func @singles(%a: tensor<16x2xf32, #row>, %b: tensor<2x4xf32, #column>, %c: tensor<16x4xf32, #cell>) -> tensor<16x4xf32, #cell> {
  %r = tile_gpu.mma fma %a, %b, %c : tensor<16x2xf32, #row>, tensor<2x4xf32, #column>, tensor<16x4xf32, #cell>
  return %r : tensor<16x4xf32, #cell>
}
