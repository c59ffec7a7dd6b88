// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes and CTAs for the parts of rows that the CTAs of a cluster share: as much under way as registers hold.
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s

// One reduction of 8192 floats: 32 elements a lane, 1024 lanes a multiprocessor.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: tile_gpu.min_ctas = 4 : i32, tile_gpu.num_warps = 8 : i32
func.func @sum(%p: !tile.ptr<f32>) attributes {tile.kernel, tile.num_ctas = 8 : i32} {
  %i = tile.iota : tensor<8192xi32>
  %all = tile.splat %p : tensor<8192x!tile.ptr<f32>>
  %places = tile.offset %all, %i : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32>
  %x = tile.load %places : tensor<8192x!tile.ptr<f32>>
  %s = tile.reduce %x axis = 0 : (tensor<8192xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %t = tile.broadcast %s : tensor<1xf32> -> tensor<8192xf32>
  %y = arith.mulf %x, %t : tensor<8192xf32>
  tile.store %places, %y : tensor<8192x!tile.ptr<f32>>
  return
}

// One that waits for another: 64 elements a lane, 640 lanes.
// CHECK-LABEL: func.func @two
// CHECK-SAME: tile_gpu.min_ctas = 5 : i32, tile_gpu.num_warps = 4 : i32
func.func @two(%p: !tile.ptr<f32>) attributes {tile.kernel, tile.num_ctas = 8 : i32} {
  %i = tile.iota : tensor<8192xi32>
  %all = tile.splat %p : tensor<8192x!tile.ptr<f32>>
  %places = tile.offset %all, %i : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32>
  %x = tile.load %places : tensor<8192x!tile.ptr<f32>>
  %s = tile.reduce %x axis = 0 : (tensor<8192xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %t = tile.broadcast %s : tensor<1xf32> -> tensor<8192xf32>
  %y = arith.mulf %x, %t : tensor<8192xf32>
  %u = tile.reduce %y axis = 0 : (tensor<8192xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %v = tile.broadcast %u : tensor<1xf32> -> tensor<8192xf32>
  %z = arith.mulf %y, %v : tensor<8192xf32>
  tile.store %places, %z : tensor<8192x!tile.ptr<f32>>
  return
}
