// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s

// Round trips of the ops that change or use layouts.
#a = #tile_gpu.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]]>
#half = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#column = #tile_gpu.layout<register = [[32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
#row = #tile_gpu.layout<register = [[0, 32]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]>
#wide = #tile_gpu.layout<register = [[0, 1], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>

// CHECK-LABEL: func @rearrange
func.func @rearrange(%x: tensor<64xf32, #a>, %h: tensor<32xf32, #half>, %i: i32) {
  // CHECK: tile_gpu.convert_layout %{{.*}} : tensor<64xf32, #[[A:.*]]> -> tensor<64xf32, #{{.*}}>
  %0 = tile_gpu.convert_layout %x : tensor<64xf32, #a> -> tensor<64xf32, #b>
  // CHECK: tile_gpu.convert_layout %{{.*}} {shared_offset = 64 : i64}
  %1 = tile_gpu.convert_layout %x {shared_offset = 64 : i64} : tensor<64xf32, #a> -> tensor<64xf32, #b>
  // CHECK: tile_gpu.coordinate 0 : tensor<64xi32, #[[A]]>
  %2 = tile_gpu.coordinate 0 : tensor<64xi32, #a>
  // CHECK: tile_gpu.reshape %{{.*}} : tensor<64xf32, #[[A]]> -> tensor<64x1xf32, #[[COLUMN:.*]]>
  %3 = tile_gpu.reshape %x : tensor<64xf32, #a> -> tensor<64x1xf32, #column>
  // CHECK: tile_gpu.broadcast %{{.*}} : tensor<64x1xf32, #[[COLUMN]]> -> tensor<64x2xf32, #{{.*}}>
  %4 = tile_gpu.broadcast %3 : tensor<64x1xf32, #column> -> tensor<64x2xf32, #wide>
  // CHECK: tile_gpu.permute %{{.*}} [1, 0] : tensor<64x1xf32, #[[COLUMN]]> -> tensor<1x64xf32, #{{.*}}>
  %5 = tile_gpu.permute %3 [1, 0] : tensor<64x1xf32, #column> -> tensor<1x64xf32, #row>
  // CHECK: tile_gpu.cat %{{.*}}, %{{.*}} axis = 0 : tensor<32xf32, #{{.*}}> -> tensor<64xf32, #[[A]]>
  %6 = tile_gpu.cat %h, %h axis = 0 : tensor<32xf32, #half> -> tensor<64xf32, #a>
  // CHECK: tile_gpu.extract %{{.*}}[%{{.*}} : i32] : tensor<64xf32, #[[A]]> -> tensor<32xf32, #{{.*}}>
  %7 = tile_gpu.extract %x[%i : i32] : tensor<64xf32, #a> -> tensor<32xf32, #half>
  // CHECK: tile_gpu.insert %{{.*}} into %{{.*}}[%{{.*}} : i32] : tensor<32xf32, #{{.*}}> into tensor<64xf32, #[[A]]>
  %8 = tile_gpu.insert %h into %x[%i : i32] : tensor<32xf32, #half> into tensor<64xf32, #a>
  return
}
