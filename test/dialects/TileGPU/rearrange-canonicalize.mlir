// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --canonicalize | FileCheck %s

#a = #tile_gpu.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]]>
#c = #tile_gpu.layout<register = [[1]], lane = [[32], [16], [8], [4], [2]]>

// CHECK-LABEL: func @there_and_back(%arg0
// CHECK-NEXT: return %arg0
func.func @there_and_back(%x: tensor<64xf32, #a>) -> tensor<64xf32, #a> {
  %0 = tile_gpu.convert_layout %x : tensor<64xf32, #a> -> tensor<64xf32, #b>
  %1 = tile_gpu.convert_layout %0 : tensor<64xf32, #b> -> tensor<64xf32, #a>
  return %1 : tensor<64xf32, #a>
}

// Two conversions in a row are one.
// CHECK-LABEL: func @chain(%arg0
// CHECK-NEXT: %[[C:.*]] = tile_gpu.convert_layout %arg0 : tensor<64xf32, #[[A:.*]]> -> tensor<64xf32, #{{.*}}>
// CHECK-NEXT: return %[[C]]
func.func @chain(%x: tensor<64xf32, #a>) -> tensor<64xf32, #c> {
  %0 = tile_gpu.convert_layout %x : tensor<64xf32, #a> -> tensor<64xf32, #b>
  %1 = tile_gpu.convert_layout %0 : tensor<64xf32, #b> -> tensor<64xf32, #c>
  return %1 : tensor<64xf32, #c>
}
