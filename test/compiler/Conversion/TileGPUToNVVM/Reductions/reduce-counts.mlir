// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_100a | FileCheck %s --check-prefix=BLACKWELL
// How many instructions reductions take.

#line = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = []>

// 32-bit integers over a whole warp: one instruction.
// CHECK-LABEL: llvm.func @redux
// CHECK-COUNT-3: arith.addi
// CHECK: nvvm.redux.sync add
// CHECK-NOT: {{shfl|redux}}
// CHECK: llvm.return
func.func @redux() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = tile.iota : tensor<128xi32, #line>
  %s = tile_gpu.reduce %x axis = 0 : (tensor<128xi32, #line>) -> tensor<1xi32, #one> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile_gpu.yield %c : i32
  }
  return
}

// Narrow ones are widened by their sign.
// CHECK-LABEL: llvm.func @redux_signed
// CHECK: arith.extsi
// CHECK: nvvm.redux.sync min
// CHECK: arith.trunci
// CHECK-NOT: {{shfl|redux}}
// CHECK: llvm.return
func.func @redux_signed() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = tile.iota : tensor<128xi8, #line>
  %s = tile_gpu.reduce %x axis = 0 : (tensor<128xi8, #line>) -> tensor<1xi8, #one> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.minsi %a, %b : i8
    tile_gpu.yield %c : i8
  }
  return
}

// Maxima of f32: where the target has no instruction for them, by that for integers.
// CHECK-LABEL: llvm.func @redux_float
// CHECK: nvvm.redux.sync max {{.*}} : i32 -> i32
// CHECK-NOT: {{shfl|redux}}
// CHECK: llvm.return
// BLACKWELL-LABEL: llvm.func @redux_float
// BLACKWELL: nvvm.redux.sync fmax {{.*}}nan = true
// BLACKWELL-NOT: {{shfl|redux}}
// BLACKWELL: llvm.return
func.func @redux_float() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = arith.constant dense<1.0> : tensor<128xf32, #line>
  %s = tile_gpu.reduce %x axis = 0 : (tensor<128xf32, #line>) -> tensor<1xf32, #one> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  return
}

#rows = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []>
#row_sums = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = []>

// Eight rows over one warp: lanes go on with ever fewer rows (4 + 2 + 1 shuffles), then two steps for the one row that is
// left, then each lane fetches all eight: 17 shuffles, not 40.
// CHECK-LABEL: llvm.func @rows
// CHECK-COUNT-9: nvvm.shfl.sync bfly
// CHECK-COUNT-8: nvvm.shfl.sync idx
// CHECK-NOT: shfl
// CHECK: llvm.return
func.func @rows() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = arith.constant dense<1.0> : tensor<8x32xf32, #rows>
  %s = tile_gpu.reduce %x axis = 1 : (tensor<8x32xf32, #rows>) -> tensor<8x1xf32, #row_sums> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  return
}

#many = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128], [256]]>
#total = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0], [0]]>

// Eight warps: one store of one lane each, one barrier, two vector loads.
// CHECK-LABEL: llvm.func @warps
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK: st.shared.b32
// CHECK-NOT: st.shared
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load {{.*}} !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: {{shfl|barrier|llvm.load}}
// CHECK: llvm.return
func.func @warps() attributes {tile.kernel, tile_gpu.num_warps = 8 : i32} {
  %x = arith.constant dense<1.0> : tensor<512xf32, #many>
  %s = tile_gpu.reduce %x axis = 0 {shared_offset = 0 : i64} : (tensor<512xf32, #many>) -> tensor<1xf32, #total> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  return
}
