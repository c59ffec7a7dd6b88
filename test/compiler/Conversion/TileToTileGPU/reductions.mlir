// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s
// Reductions and scans with their regions.

// A loop around a reduction; what is carried has one layout.
// CHECK-LABEL: func @rows
// CHECK: scf.for {{.*}} iter_args(%[[M:.*]] = %{{.*}}) -> (tensor<4x1xf32, #{{.*}}>)
// CHECK: tile_gpu.broadcast %{{.*}} -> tensor<4x256xf32, #[[L:.*]]>
// CHECK: tile_gpu.reduce %{{.*}} axis = 1 : (tensor<4x256xf32, #[[L]]>) -> tensor<4x1xf32, #{{.*}}> {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: tile_gpu.yield %{{.*}} : f32
// CHECK: return
func.func @rows(%x: f32, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %init = tile.splat %x : tensor<4x1xf32>
  %end = scf.for %k = %c0 to %n step %c1 iter_args(%m = %init) -> (tensor<4x1xf32>) : i32 {
    %b = tile.broadcast %m : tensor<4x1xf32> -> tensor<4x256xf32>
    %r = tile.reduce %b axis = 1 : (tensor<4x256xf32>) -> tensor<4x1xf32> {
    ^bb0(%a: f32, %c: f32):
      %t = arith.maximumf %a, %c : f32
      tile.yield %t : f32
    }
    scf.yield %r : tensor<4x1xf32>
  }
  tile.print "%f" %end : tensor<4x1xf32>
  return
}

// Several results at once, and a combiner that uses a scalar from outside.
// CHECK-LABEL: func @two_results
// CHECK: tile_gpu.reduce %{{.*}}, %{{.*}} axis = 0 : (tensor<256xi32, #[[L:.*]]>, tensor<256xi32, #[[L]]>) -> (tensor<1xi32, #[[O:.*]]>, tensor<1xi32, #[[O]]>)
// CHECK: arith.addi %{{.*}}, %arg0
func.func @two_results(%n: i32) attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  %r:2 = tile.reduce %i, %i axis = 0 : (tensor<256xi32>, tensor<256xi32>) -> (tensor<1xi32>, tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %t = arith.addi %a, %n : i32
    tile.yield %t, %d : i32, i32
  }
  tile.print "%d" %r#1 : tensor<1xi32>
  return
}

// A scan wants a lane's elements next to each other; its tile is brought there and back.
// CHECK-LABEL: func @scan
// CHECK: %[[C:.*]] = tile_gpu.convert_layout %{{.*}} : tensor<512xi32, #[[L:.*]]> -> tensor<512xi32, #[[O:.*]]>
// CHECK-NEXT: %[[S:.*]] = tile_gpu.scan %[[C]] axis = 0 reverse : (tensor<512xi32, #[[O]]>) -> tensor<512xi32, #[[O]]>
// CHECK: tile_gpu.convert_layout %[[S]] : tensor<512xi32, #[[O]]> -> tensor<512xi32, #[[L]]>
func.func @scan() attributes {tile.kernel} {
  %i = tile.iota : tensor<512xi32>
  %s = tile.scan %i axis = 0 reverse : (tensor<512xi32>) -> tensor<512xi32> {
  ^bb0(%a: i32, %b: i32):
    %t = arith.addi %a, %b : i32
    tile.yield %t : i32
  }
  tile.print "%d" %s : tensor<512xi32>
  return
}
