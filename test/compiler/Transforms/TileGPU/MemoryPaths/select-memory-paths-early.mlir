// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths | FileCheck %s
// RUN: tile-opt %s --tile-gpu-select-memory-paths=remarks=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// What the end of a row needs is loaded before the row is reduced.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
#s = #tile_gpu.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
!ptrs = tensor<512x!tile.ptr<f32>, #l>
!row = tensor<512xf32, #l>
!ints = tensor<512xi32, #l>

// The place is computed there, too.
// CHECK-LABEL: func @weights(
// CHECK-SAME: %[[W:[a-z0-9]*]]: !tile.ptr<f32> {tile.restrict}
// CHECK: %[[X:.*]] = tile_gpu.load %{{.*}} vector 4
// CHECK: %[[S:.*]] = tile.splat %[[W]]
// CHECK: %[[P:.*]] = tile.offset %[[S]]
// CHECK: %[[Y:.*]] = tile_gpu.load %[[P]] vector 4
// CHECK: tile_gpu.reduce %[[X]]
// CHECK-NOT: tile_gpu.load
func.func @weights(%pp: !ptrs, %w: !tile.ptr<f32> {tile.restrict}) attributes {tile_gpu.num_warps = 4 : i32} {
  %line = tile_gpu.coordinate 0 : !ints
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %sum = tile_gpu.reduce %x axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  %ws = tile.splat %w : !ptrs
  %ww = tile.offset %ws, %line : !ptrs, !ints
  // REMARK: :[[@LINE+1]]:8: remark: loaded before the reduction that stands before it
  %y = tile_gpu.load %ww vector 4 : !ptrs
  %b = tile_gpu.broadcast %sum : tensor<1xf32, #s> -> !row
  %z = arith.mulf %y, %b : !row
  tile_gpu.store %pp, %z vector 4 : !ptrs
  return
}

// Not what lanes load 4 bytes at a time.
// CHECK-LABEL: func @narrow
// CHECK: tile_gpu.reduce
// CHECK: tile_gpu.load
func.func @narrow(%pp: !ptrs, %ww: !ptrs) attributes {tile_gpu.num_warps = 4 : i32} {
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %sum = tile_gpu.reduce %x axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  %y = tile_gpu.load %ww : !ptrs
  %b = tile_gpu.broadcast %sum : tensor<1xf32, #s> -> !row
  %z = arith.mulf %y, %b : !row
  tile_gpu.store %pp, %z vector 4 : !ptrs
  return
}

// Not what the sum says the place of, nor what may have been written in between.
// CHECK-LABEL: func @depends
// CHECK: tile_gpu.reduce
// CHECK: tile_gpu.load
// CHECK: tile_gpu.store
// CHECK: tile_gpu.load
func.func @depends(%pp: !ptrs, %w: !tile.ptr<f32>, %q: !ptrs) attributes {tile_gpu.num_warps = 4 : i32} {
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %sum = tile_gpu.reduce %x axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  %b = tile_gpu.broadcast %sum : tensor<1xf32, #s> -> !row
  %at = tile.ftoi %b : !row -> !ints
  %ws = tile.splat %w : !ptrs
  %ww = tile.offset %ws, %at : !ptrs, !ints
  %y = tile_gpu.load %ww : !ptrs
  tile_gpu.store %pp, %y vector 4 : !ptrs
  %z = tile_gpu.load %q vector 4 : !ptrs
  tile_gpu.store %pp, %z vector 4 : !ptrs
  return
}

// 16 CTAs of 128 lanes leave a lane 32 registers: room for three tiles beside the row and the rest. With 18 there is room
// for two, and then all stay: the row would wait for the third all the same.
// CHECK-LABEL: func @fits
// CHECK: tile_gpu.load
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.reduce
func.func @fits(%pp: !ptrs, %ww: !ptrs, %ww2: !ptrs, %ww3: !ptrs, %q: !ptrs) attributes {tile_gpu.num_warps = 4 : i32, tile_gpu.min_ctas = 16 : i32} {
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %sum = tile_gpu.reduce %x axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  %b = tile_gpu.broadcast %sum : tensor<1xf32, #s> -> !row
  %y = tile_gpu.load %ww vector 4 : !ptrs
  %y2 = tile_gpu.load %ww2 vector 4 : !ptrs
  %y3 = tile_gpu.load %ww3 vector 4 : !ptrs
  %z = arith.mulf %y, %b : !row
  %z2 = arith.mulf %y2, %z : !row
  %z3 = arith.mulf %y3, %z2 : !row
  tile_gpu.store %q, %z3 vector 4 : !ptrs
  return
}

// CHECK-LABEL: func @full
// CHECK: tile_gpu.load
// CHECK-NEXT: tile_gpu.reduce
func.func @full(%pp: !ptrs, %ww: !ptrs, %ww2: !ptrs, %ww3: !ptrs, %q: !ptrs) attributes {tile_gpu.num_warps = 4 : i32, tile_gpu.min_ctas = 18 : i32} {
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %sum = tile_gpu.reduce %x axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  %b = tile_gpu.broadcast %sum : tensor<1xf32, #s> -> !row
  %y = tile_gpu.load %ww vector 4 : !ptrs
  %y2 = tile_gpu.load %ww2 vector 4 : !ptrs
  %y3 = tile_gpu.load %ww3 vector 4 : !ptrs
  %z = arith.mulf %y, %b : !row
  %z2 = arith.mulf %y2, %z : !row
  %z3 = arith.mulf %y3, %z2 : !row
  tile_gpu.store %q, %z3 vector 4 : !ptrs
  return
}
