// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="target=sm_90a producers" --canonicalize --cse | FileCheck %s
// RUN: tile-opt %s --tile-gpu-select-memory-paths="target=sm_80" | FileCheck %s --check-prefix=NONE
// Rows that blocks reduce are fetched into L2 by an earlier block; there is no such instruction before sm_90.
// NONE-NOT: tile_gpu.bulk_prefetch

#l = #tile_gpu.layout<register = [[1], [2], [1024], [2048]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256], [512]]>
#s = #tile_gpu.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0], [0]]>
!ptrs = tensor<4096x!tile.ptr<f32>, #l>
!ints = tensor<4096xi32, #l>
!row = tensor<4096xf32, #l>

// A row of 16 KB of the block, which it stores, too, and 16 KB that all blocks load: 384 blocks move 12 MB.
// CHECK-LABEL: func @rows(
// CHECK-SAME: %[[P:.*]]: !tile.ptr<f32> {tile.restrict}, %{{.*}}: !tile.ptr<f32> {tile.restrict}
// CHECK-DAG: %[[AHEAD:.*]] = arith.constant 384 : i32
// CHECK-DAG: %[[SIZE:.*]] = arith.constant 4096 : i32
// CHECK-DAG: %[[PA:.*]] = tile.assume %[[P]]
// CHECK-DAG: %[[BLOCK:.*]] = tile.block_id x
// CHECK-DAG: %[[BLOCKS:.*]] = tile.num_blocks x
// CHECK: %[[LATER:.*]] = arith.addi %[[BLOCK]], %[[AHEAD]]
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %[[LATER]], %[[BLOCKS]]
// CHECK: scf.if %[[EXISTS]] {
// CHECK-NEXT: %[[AT:.*]] = arith.muli %[[LATER]], %[[SIZE]]
// CHECK-NEXT: %[[START:.*]] = tile.offset %[[PA]], %[[AT]]
// CHECK-NEXT: tile_gpu.bulk_prefetch %[[START]] bytes 16384
// CHECK-NEXT: }
// CHECK: tile_gpu.load
// CHECK-NOT: tile_gpu.bulk_prefetch
func.func @rows(%p: !tile.ptr<f32> {tile.restrict}, %w: !tile.ptr<f32> {tile.restrict}) -> tensor<1xf32, #s> attributes {tile_gpu.num_warps = 8 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %wa = tile.assume %w [#tile.divisible<16>] : !tile.ptr<f32>
  %size = arith.constant 4096 : i32
  %b = tile.block_id x
  %at = arith.muli %b, %size : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : !ptrs
  %pp = tile.offset %ps, %i : !ptrs, !ints
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %ws = tile.splat %wa : !ptrs
  %ww = tile.offset %ws, %line : !ptrs, !ints
  %y = tile_gpu.load %ww vector 4 : !ptrs
  %z = arith.mulf %x, %y : !row
  %sum = tile_gpu.reduce %z axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  tile_gpu.store %pp, %z vector 4 : !ptrs
  return %sum : tensor<1xf32, #s>
}

// Bytes that become floats: 614 blocks load 4 KB and store 16 KB each.
// CHECK-LABEL: func @widened
// CHECK: arith.constant 614 : i32
// CHECK: tile_gpu.bulk_prefetch %{{.*}} bytes 4096
func.func @widened(%p: !tile.ptr<i8> {tile.restrict}, %q: !ptrs) attributes {tile_gpu.num_warps = 8 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i8>
  %size = arith.constant 4096 : i32
  %b = tile.block_id x
  %at = arith.muli %b, %size : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : tensor<4096x!tile.ptr<i8>, #l>
  %pp = tile.offset %ps, %i : tensor<4096x!tile.ptr<i8>, #l>, !ints
  %x = tile_gpu.load %pp vector 4 : tensor<4096x!tile.ptr<i8>, #l>
  %z = tile.itof %x : tensor<4096xi8, #l> -> !row
  tile_gpu.store %q, %z vector 4 : !ptrs
  return
}

// What is only copied goes by as fast; a row that a list names is not known to an earlier block; of two rows enough is
// under way; and what only reads is never kept from it.
// CHECK-LABEL: func @copied
// CHECK-NOT: tile_gpu.bulk_prefetch
// CHECK-LABEL: func @listed
// CHECK-NOT: tile_gpu.bulk_prefetch
// CHECK-LABEL: func @masked
// CHECK-NOT: tile_gpu.bulk_prefetch
// CHECK-LABEL: func @two
// CHECK-NOT: tile_gpu.bulk_prefetch
// CHECK-LABEL: func @summed
// CHECK-NOT: tile_gpu.bulk_prefetch
func.func @copied(%p: !tile.ptr<f32> {tile.restrict}) -> !row attributes {tile_gpu.num_warps = 8 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %size = arith.constant 4096 : i32
  %b = tile.block_id x
  %at = arith.muli %b, %size : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : !ptrs
  %pp = tile.offset %ps, %i : !ptrs, !ints
  %x = tile_gpu.load %pp vector 4 : !ptrs
  return %x : !row
}

func.func @listed(%p: !tile.ptr<f32> {tile.restrict}, %q: !tile.ptr<i32>) -> tensor<1xf32, #s> attributes {tile_gpu.num_warps = 8 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %size = arith.constant 4096 : i32
  %b = tile.block_id x
  %qb = tile.offset %q, %b : !tile.ptr<i32>, i32
  %n = tile_gpu.load %qb vector 1 : !tile.ptr<i32>
  %at = arith.muli %n, %size : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : !ptrs
  %pp = tile.offset %ps, %i : !ptrs, !ints
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %sum = tile_gpu.reduce %x axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  tile_gpu.store %pp, %x vector 4 : !ptrs
  return %sum : tensor<1xf32, #s>
}

func.func @masked(%p: !tile.ptr<f32> {tile.restrict}, %columns: i32) -> tensor<1xf32, #s> attributes {tile_gpu.num_warps = 8 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %size = arith.constant 4096 : i32
  %zero = arith.constant dense<0.0> : !row
  %b = tile.block_id x
  %at = arith.muli %b, %size : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : !ptrs
  %pp = tile.offset %ps, %i : !ptrs, !ints
  %limit = tile.splat %columns : !ints
  %inside = arith.cmpi slt, %line, %limit : !ints
  %x = tile_gpu.load %pp mask %inside padding %zero vector 4 : !ptrs
  %sum = tile_gpu.reduce %x axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  tile_gpu.store %pp, %x vector 4 : !ptrs
  return %sum : tensor<1xf32, #s>
}

func.func @two(%p: !tile.ptr<f32> {tile.restrict}, %q: !tile.ptr<f32> {tile.restrict}) -> tensor<1xf32, #s> attributes {tile_gpu.num_warps = 8 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %qa = tile.assume %q [#tile.divisible<16>] : !tile.ptr<f32>
  %size = arith.constant 4096 : i32
  %b = tile.block_id x
  %at = arith.muli %b, %size : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : !ptrs
  %pp = tile.offset %ps, %i : !ptrs, !ints
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %qs = tile.splat %qa : !ptrs
  %qq = tile.offset %qs, %i : !ptrs, !ints
  %y = tile_gpu.load %qq vector 4 : !ptrs
  %z = arith.mulf %x, %y : !row
  %sum = tile_gpu.reduce %z axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  tile_gpu.store %pp, %z vector 4 : !ptrs
  return %sum : tensor<1xf32, #s>
}

func.func @summed(%p: !tile.ptr<f32> {tile.restrict}, %w: !tile.ptr<f32> {tile.restrict}) -> tensor<1xf32, #s> attributes {tile_gpu.num_warps = 8 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %wa = tile.assume %w [#tile.divisible<16>] : !tile.ptr<f32>
  %size = arith.constant 4096 : i32
  %b = tile.block_id x
  %at = arith.muli %b, %size : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : !ptrs
  %pp = tile.offset %ps, %i : !ptrs, !ints
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %ws = tile.splat %wa : !ptrs
  %ww = tile.offset %ws, %line : !ptrs, !ints
  %y = tile_gpu.load %ww vector 4 : !ptrs
  %z = arith.mulf %x, %y : !row
  %sum = tile_gpu.reduce %z axis = 0 : (!row) -> tensor<1xf32, #s> {
  ^bb0(%u: f32, %v: f32):
    %t = arith.addf %u, %v : f32
    tile_gpu.yield %t : f32
  }
  return %sum : tensor<1xf32, #s>
}
