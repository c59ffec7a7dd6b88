// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-choose-cache-policies | FileCheck %s
// RUN: tile-opt %s --tile-gpu-choose-cache-policies="policies=false" | FileCheck %s --check-prefix=READONLY

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// A block's own tile goes by; a tile that all blocks read stays; nothing writes to either.
// CHECK-LABEL: func.func @scale
// CHECK: tile_gpu.load %{{.*}} {cache = #tile_gpu<cache streaming>, read_only}
// CHECK: tile_gpu.load %{{.*}} {cache = #tile_gpu<cache reused>, read_only}
// CHECK: tile_gpu.store %{{.*}} {cache = #tile_gpu<cache streaming>}
// READONLY-LABEL: func.func @scale
// READONLY-COUNT-2: {read_only}
// READONLY-NOT: cache
// READONLY-LABEL: func.func @in_place
func.func @scale(%in: !tile.ptr<f32>, %weights: !tile.ptr<f32>, %out: !tile.ptr<f32> {tile.restrict}) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c128 = arith.constant 128 : i32
  %b = tile.block_id x
  %start = arith.muli %b, %c128 : i32
  %i = tile.iota : tensor<128xi32, #l>
  %s = tile.splat %start : tensor<128xi32, #l>
  %j = arith.addi %s, %i : tensor<128xi32, #l>
  %ins = tile.splat %in : tensor<128x!tile.ptr<f32>, #l>
  %inp = tile.offset %ins, %j : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %ws = tile.splat %weights : tensor<128x!tile.ptr<f32>, #l>
  %wp = tile.offset %ws, %i : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %outs = tile.splat %out : tensor<128x!tile.ptr<f32>, #l>
  %outp = tile.offset %outs, %j : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %x = tile_gpu.load %inp : tensor<128x!tile.ptr<f32>, #l>
  %w = tile_gpu.load %wp : tensor<128x!tile.ptr<f32>, #l>
  %y = arith.mulf %x, %w : tensor<128xf32, #l>
  tile_gpu.store %outp, %y : tensor<128x!tile.ptr<f32>, #l>
  return
}

// What is written is not read only, and what is accessed twice does not only go by.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT: cache
// CHECK-NOT: read_only
// CHECK: return
func.func @in_place(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c128 = arith.constant 128 : i32
  %b = tile.block_id x
  %start = arith.muli %b, %c128 : i32
  %i = tile.iota : tensor<128xi32, #l>
  %s = tile.splat %start : tensor<128xi32, #l>
  %j = arith.addi %s, %i : tensor<128xi32, #l>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %j : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %x = tile_gpu.load %pp : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %pp, %x : tensor<128x!tile.ptr<f32>, #l>
  return
}

// Without __restrict__ the store may go where the load reads.
// CHECK-LABEL: func.func @may_alias
// CHECK: tile_gpu.load
// CHECK-NOT: read_only
// CHECK: return
func.func @may_alias(%in: !tile.ptr<f32>, %out: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = tile_gpu.load %in : !tile.ptr<f32>
  tile_gpu.store %out, %x : !tile.ptr<f32>
  return
}
