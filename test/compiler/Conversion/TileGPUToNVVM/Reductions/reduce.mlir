// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// A reduction: registers, then a butterfly of lanes, then warps through scratch.

#l = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64]]>
#r = #tile_gpu.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0]]>

// CHECK-LABEL: llvm.func @sum
// CHECK: arith.addf
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// One lane of each warp writes, everybody reads both partial sums.
// CHECK: llvm.inline_asm has_side_effects "@$1 st.shared.b32 [$0], $2;"
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<2xf32>
// CHECK: arith.addf
// CHECK-NOT: nvvm.barrier0
func.func @sum(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<128x!tile.ptr<f32>, #l>
  %s = tile_gpu.reduce %x axis = 0 {shared_offset = 0 : i64} : (tensor<128xf32, #l>) -> tensor<1xf32, #r> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  %t = tile.to_scalar %s : tensor<1xf32, #r>
  tile_gpu.store %p, %t : !tile.ptr<f32>
  return
}

// Extremes of floats are those of integers in the same order; a NaN stands at the end that the combiner gives it.
// CHECK-LABEL: llvm.func @largest
// CHECK: %[[NAN:.*]] = arith.cmpf uno
// CHECK: %[[LEAST:.*]] = arith.constant -1 : i32
// CHECK: arith.select %[[NAN]], %[[LEAST]]
// CHECK: nvvm.redux.sync max {{.*}} : i32 -> i32
// CHECK-NOT: nvvm.shfl.sync bfly
// CHECK-LABEL: llvm.func @smallest
// CHECK: %[[NAN:.*]] = arith.cmpf uno
// CHECK: %[[LEAST:.*]] = arith.constant -1 : i32
// CHECK: arith.select %[[NAN]], %[[LEAST]]
// CHECK: nvvm.redux.sync min {{.*}} : i32 -> i32
// CHECK-NOT: nvvm.shfl.sync bfly
func.func @largest(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<128x!tile.ptr<f32>, #l>
  %s = tile_gpu.reduce %x axis = 0 {shared_offset = 0 : i64} : (tensor<128xf32, #l>) -> tensor<1xf32, #r> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  %t = tile.to_scalar %s : tensor<1xf32, #r>
  tile_gpu.store %p, %t : !tile.ptr<f32>
  return
}
func.func @smallest(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<128x!tile.ptr<f32>, #l>
  %s = tile_gpu.reduce %x axis = 0 {shared_offset = 0 : i64} : (tensor<128xf32, #l>) -> tensor<1xf32, #r> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.minimumf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  %t = tile.to_scalar %s : tensor<1xf32, #r>
  tile_gpu.store %p, %t : !tile.ptr<f32>
  return
}

// A combiner that may tell its arguments apart gets the lower lane's value first in both lanes, so that both end with the
// same bits. Operands of several types have their own scratch, 16 bytes apart.
// CHECK-LABEL: llvm.func @argmax
// CHECK-COUNT-2: nvvm.shfl.sync bfly
// CHECK: %[[BIT:.*]] = arith.andi
// CHECK: %[[UPPER:.*]] = arith.cmpi ne, %[[BIT]]
// CHECK: arith.select %[[UPPER]]
// CHECK: llvm.getelementptr %{{.*}}[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
func.func @argmax(%p: !tile.ptr<f32>, %q: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<128x!tile.ptr<f32>, #l>
  %i = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  %m:2 = tile_gpu.reduce %x, %i axis = 0 {shared_offset = 0 : i64}
      : (tensor<128xf32, #l>, tensor<128xi32, #l>) -> (tensor<1xf32, #r>, tensor<1xi32, #r>) {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %c = arith.cmpf oge, %a, %b : f32
    %v = arith.select %c, %a, %b : f32
    %vi = arith.select %c, %ai, %bi : i32
    tile_gpu.yield %v, %vi : f32, i32
  }
  %t = tile.to_scalar %m#1 : tensor<1xi32, #r>
  tile_gpu.store %q, %t : !tile.ptr<i32>
  return
}
