// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s
// Ops that rearrange tiles: register renaming between layouts that fit; around them each shape has its plain layout.

// CHECK-LABEL: func @broadcast
// CHECK: tile_gpu.reshape %{{.*}} : tensor<64xi32, #{{.*}}> -> tensor<64x1xi32, #{{.*}}>
// CHECK: tile_gpu.broadcast %{{.*}} : tensor<64x1xi32, #{{.*}}> -> tensor<64x32xi32, #{{.*}}>
// CHECK: return
func.func @broadcast(%p: !tile.ptr<i32>) attributes {tile.kernel} {
  %i = tile.iota : tensor<64xi32>
  %c = tile.reshape %i : tensor<64xi32> -> tensor<64x1xi32>
  %b = tile.broadcast %c : tensor<64x1xi32> -> tensor<64x32xi32>
  tile.print "%d" %b : tensor<64x32xi32>
  return
}

// A transpose renames coordinates; other rows are along the lanes then, so the data moves once.
// CHECK-LABEL: func @permute
// CHECK: %[[P:.*]] = tile_gpu.permute %{{.*}} [1, 0] : tensor<128x64xi32, #{{.*}}> -> tensor<64x128xi32, #[[T:.*]]>
// CHECK-NEXT: %[[C:.*]] = tile_gpu.convert_layout %[[P]] : tensor<64x128xi32, #[[T]]> -> tensor<64x128xi32, #{{.*}}>
// CHECK-NEXT: tile_gpu.print "%d" %[[C]]
func.func @permute(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %i = tile.iota : tensor<128x64xi32>
  %t = tile.permute %i [1, 0] : tensor<128x64xi32>
  tile.print "%d" %t : tensor<64x128xi32>
  return
}

// The halves of a large tile lie in different registers anyway.
// CHECK-LABEL: func @cat_large
// CHECK: tile_gpu.cat %{{.*}}, %{{.*}} axis = 0 : tensor<2048xi32, #{{.*}}> -> tensor<4096xi32, #{{.*}}>
// CHECK-NEXT: tile_gpu.print
func.func @cat_large() attributes {tile.kernel} {
  %i = tile.iota : tensor<2048xi32>
  %c = tile.cat %i, %i axis = 0 : tensor<2048xi32>
  tile.print "%d" %c : tensor<4096xi32>
  return
}

// Those of a small one get a register each, then are spread over the lanes.
// CHECK-LABEL: func @cat_small
// CHECK: %[[C:.*]] = tile_gpu.cat %{{.*}}, %{{.*}} axis = 0 : tensor<8x2xi32, #{{.*}}> -> tensor<16x2xi32, #[[L:.*]]>
// CHECK-NEXT: tile_gpu.convert_layout %[[C]] : tensor<16x2xi32, #[[L]]> -> tensor<16x2xi32, #{{.*}}>
func.func @cat_small() attributes {tile.kernel} {
  %i = tile.iota : tensor<8x2xi32>
  %c = tile.cat %i, %i axis = 0 : tensor<8x2xi32>
  tile.print "%d" %c : tensor<16x2xi32>
  return
}

// CHECK-LABEL: func @sub_tiles
// CHECK: %[[E:.*]] = tile_gpu.extract %[[I:.*]][%{{.*}} : i32] : tensor<128xi32, #[[L:.*]]> -> tensor<32xi32, #[[S:.*]]>
// CHECK-NEXT: tile_gpu.insert %[[E]] into %[[I]][%{{.*}} : i32] : tensor<32xi32, #[[S]]> into tensor<128xi32, #[[L]]>
func.func @sub_tiles(%k: i32, %l: i32) attributes {tile.kernel} {
  %i = tile.iota : tensor<128xi32>
  %e = tile.extract %i [%k : i32] : tensor<128xi32> -> tensor<32xi32>
  %n = tile.insert %e into %i [%l : i32] : tensor<32xi32> into tensor<128xi32>
  tile.print "%d" %n : tensor<128xi32>
  return
}
