// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-remove-layout-conversions --canonicalize | FileCheck %s

#a = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#b = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
#acol = #tile_gpu.layout<register = [[128, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#bcol = #tile_gpu.layout<register = [[1, 0]], lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[64, 0], [128, 0]]>

// Index arithmetic is done in the layout where it is wanted.
// CHECK-LABEL: func @index
// CHECK-NOT: convert_layout
// CHECK: tile.iota : tensor<256xi32, #[[B:.*]]>
// CHECK-NOT: convert_layout
// CHECK: return %{{.*}} : tensor<256x1xi32, #{{.*}}>
func.func @index(%n: i32) -> tensor<256x1xi32, #bcol> {
  %c = arith.constant dense<3> : tensor<256xi32, #a>
  %i = tile.iota : tensor<256xi32, #a>
  %s = tile.splat %n : tensor<256xi32, #a>
  %0 = arith.muli %i, %s : tensor<256xi32, #a>
  %1 = arith.addi %0, %c : tensor<256xi32, #a>
  %2 = tile_gpu.reshape %1 : tensor<256xi32, #a> -> tensor<256x1xi32, #acol>
  %3 = tile_gpu.convert_layout %2 : tensor<256x1xi32, #acol> -> tensor<256x1xi32, #bcol>
  return %3 : tensor<256x1xi32, #bcol>
}

// What was loaded is not loaded again.
// CHECK-LABEL: func @loaded
// CHECK: %[[X:.*]] = tile_gpu.load
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: tile_gpu.convert_layout %[[Y]]
func.func @loaded(%p: tensor<256x!tile.ptr<f32>, #a>) -> tensor<256xf32, #b> {
  %x = tile_gpu.load %p : tensor<256x!tile.ptr<f32>, #a>
  %y = arith.addf %x, %x : tensor<256xf32, #a>
  %z = tile_gpu.convert_layout %y : tensor<256xf32, #a> -> tensor<256xf32, #b>
  return %z : tensor<256xf32, #b>
}

// A tile that came from the wanted layout and goes back to it never leaves it.
// CHECK-LABEL: func @round_trip(%arg0
// CHECK-NEXT: %[[Y:.*]] = math.exp %arg0
// CHECK-NEXT: return %[[Y]]
func.func @round_trip(%x: tensor<256xf32, #b>) -> tensor<256xf32, #b> {
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #b> -> tensor<256xf32, #a>
  %1 = math.exp %0 : tensor<256xf32, #a>
  %2 = tile_gpu.convert_layout %1 : tensor<256xf32, #a> -> tensor<256xf32, #b>
  return %2 : tensor<256xf32, #b>
}

// Functions cost more than shuffles, less than a round through shared memory.
#turned = #tile_gpu.layout<register = [[128]], lane = [[16], [8], [4], [2], [1]], warp = [[32], [64]]>
// CHECK-LABEL: func @worth
// CHECK: math.sin
// CHECK-NEXT: %[[S:.*]] = math.sin
// CHECK-NEXT: tile_gpu.convert_layout %[[S]] : tensor<256xf32, #[[A:.*]]> -> tensor<256xf32, #[[TURNED:.*]]>
// CHECK: math.sin %{{.*}} : tensor<256xf32, #[[B:.*]]>
// CHECK-NOT: convert_layout
// CHECK: return
func.func @worth(%n: f32) -> (tensor<256xf32, #turned>, tensor<256xf32, #b>) {
  %i = tile.iota : tensor<256xi32, #a>
  %f = arith.sitofp %i : tensor<256xi32, #a> to tensor<256xf32, #a>
  %s = math.sin %f : tensor<256xf32, #a>
  %t = math.sin %s : tensor<256xf32, #a>
  %0 = tile_gpu.convert_layout %t : tensor<256xf32, #a> -> tensor<256xf32, #turned>
  %u = math.sin %f : tensor<256xf32, #a>
  %1 = tile_gpu.convert_layout %u : tensor<256xf32, #a> -> tensor<256xf32, #b>
  return %0, %1 : tensor<256xf32, #turned>, tensor<256xf32, #b>
}
