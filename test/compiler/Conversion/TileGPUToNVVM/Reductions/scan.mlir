// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// A scan: within a lane, across lanes, across warps; then what came before is combined into every register.

#l = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>

// CHECK-LABEL: llvm.func @scan
// CHECK: arith.addf
// Five steps for the totals, one shuffle for the left neighbour's; whether there is a lane is known to the shuffle.
// CHECK-COUNT-6: nvvm.shfl.sync up {{.*}} {return_value_and_is_valid}
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.barrier0
// The totals of four warps, of which three may count; then a sum for each register.
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: llvm.load
// CHECK-COUNT-3: arith.select {{.*}} : f32
// CHECK-NOT: arith.select
// CHECK: llvm.return
func.func @scan(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f32>, #l>
  %s = tile_gpu.scan %x axis = 0 {shared_offset = 0 : i64} : (tensor<256xf32, #l>) -> tensor<256xf32, #l> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  tile_gpu.store %ps, %s : tensor<256x!tile.ptr<f32>, #l>
  return
}

// From the end: values come from lanes above, and warp positions are complemented.
// CHECK-LABEL: llvm.func @reverse
// CHECK-COUNT-6: nvvm.shfl.sync down
// CHECK-NOT: nvvm.shfl
// CHECK: arith.xori
func.func @reverse(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #l>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f32>, #l>
  %s = tile_gpu.scan %x axis = 0 reverse {shared_offset = 0 : i64} : (tensor<256xf32, #l>) -> tensor<256xf32, #l> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  tile_gpu.store %ps, %s : tensor<256x!tile.ptr<f32>, #l>
  return
}

// Words are added under the shuffle's predicate, and a prefix without its last part is a difference.
// CHECK-LABEL: llvm.func @integers
// CHECK-COUNT-5: shfl.sync.up.b32 $0|p, $1, {{[0-9]+}}, 0, -1; @p add.s32 $0, $0, $1
// CHECK-NOT: shfl
// CHECK: arith.subi
// CHECK-NOT: arith.select
// CHECK: llvm.return
#one = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]]>
func.func @integers(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %x = tile_gpu.load %ps : tensor<64x!tile.ptr<i32>, #one>
  %s = tile_gpu.scan %x axis = 0 : (tensor<64xi32, #one>) -> tensor<64xi32, #one> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile_gpu.yield %c : i32
  }
  tile_gpu.store %ps, %s : tensor<64x!tile.ptr<i32>, #one>
  return
}

// A running maximum needs no select: the first lanes get their own value.
// CHECK-LABEL: llvm.func @maximum
// CHECK-COUNT-5: arith.maxsi
// CHECK: arith.select
// CHECK-NOT: arith.select
// CHECK: llvm.return
func.func @maximum(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %x = tile_gpu.load %ps : tensor<64x!tile.ptr<i32>, #one>
  %s = tile_gpu.scan %x axis = 0 : (tensor<64xi32, #one>) -> tensor<64xi32, #one> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.maxsi %a, %b : i32
    tile_gpu.yield %c : i32
  }
  tile_gpu.store %ps, %s : tensor<64x!tile.ptr<i32>, #one>
  return
}

// Two stretches of a warp: each is scanned across lanes, and the whole of the first goes before the second.
// CHECK-LABEL: llvm.func @stretches
// CHECK-COUNT-10: shfl.sync.up.b32
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
#stretched = #tile_gpu.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]]>
func.func @stretches(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<i32>, #stretched>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<i32>, #stretched>
  %s = tile_gpu.scan %x axis = 0 : (tensor<256xi32, #stretched>) -> tensor<256xi32, #stretched> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile_gpu.yield %c : i32
  }
  tile_gpu.store %ps, %s : tensor<256x!tile.ptr<i32>, #stretched>
  return
}

// Lanes of two rows in turn: neighbours are found by number. Their sum is bits along the axis only.
// CHECK-LABEL: llvm.func @interleaved
// CHECK-COUNT-5: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
#interleaved = #tile_gpu.layout<lane = [[0, 1], [0, 2], [1, 0], [0, 4], [0, 8]]>
func.func @interleaved(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<2x16x!tile.ptr<f32>, #interleaved>
  %x = tile_gpu.load %ps : tensor<2x16x!tile.ptr<f32>, #interleaved>
  %s = tile_gpu.scan %x axis = 1 : (tensor<2x16xf32, #interleaved>) -> tensor<2x16xf32, #interleaved> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile_gpu.yield %c : f32
  }
  tile_gpu.store %ps, %s : tensor<2x16x!tile.ptr<f32>, #interleaved>
  return
}

// Many warps: a lane takes the total of one, and the lanes scan them.
// CHECK-LABEL: llvm.func @many_warps
// CHECK-COUNT-5: shfl.sync.up.b32
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> i32
// CHECK-NOT: llvm.load
// CHECK-COUNT-3: shfl.sync.up.b32
// CHECK: nvvm.shfl.sync idx
#wide = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32], [64], [128]]>
func.func @many_warps(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<i32>, #wide>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<i32>, #wide>
  %s = tile_gpu.scan %x axis = 0 {shared_offset = 0 : i64} : (tensor<256xi32, #wide>) -> tensor<256xi32, #wide> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile_gpu.yield %c : i32
  }
  tile_gpu.store %ps, %s : tensor<256x!tile.ptr<i32>, #wide>
  return
}
