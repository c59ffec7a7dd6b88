// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CTAs of a cluster run together: what they store to each other and to global memory races unless a barrier of the
// cluster stands between.
// RUN: tile-gpu-run %s | FileCheck %s

#own = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>

// Each CTA stores its own 64 elements and loads the other one's.
// CHECK: narrow_barrier: {{store|load}}.cu:{{.*}}: data race: {{read|write}} of byte {{[0-9]+}} of arg0 by {{.*}} is not ordered with the {{write|read}} at {{load|store}}.cu
func.func @narrow_barrier(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %rank = tile.cta_rank
  %other = arith.subi %c1, %rank : i32
  %from = arith.muli %rank, %c64 : i32
  %to = arith.muli %other, %c64 : i32
  %i = tile.iota : tensor<64xi32, #own>
  %mine = tile.offset %p, %from : !tile.ptr<i32>, i32
  %theirs = tile.offset %p, %to : !tile.ptr<i32>, i32
  %q = tile.splat %mine : tensor<64x!tile.ptr<i32>, #own>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #own> loc("store.cu":6:3)
  tile_gpu.memory_barrier cta
  %r = tile.splat %theirs : tensor<64x!tile.ptr<i32>, #own>
  %b = tile.offset %r, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #own> loc("load.cu":7:3)
  return
}

// CHECK: cluster_barrier: ok
func.func @cluster_barrier(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %rank = tile.cta_rank
  %other = arith.subi %c1, %rank : i32
  %from = arith.muli %rank, %c64 : i32
  %to = arith.muli %other, %c64 : i32
  %i = tile.iota : tensor<64xi32, #own>
  %mine = tile.offset %p, %from : !tile.ptr<i32>, i32
  %theirs = tile.offset %p, %to : !tile.ptr<i32>, i32
  %q = tile.splat %mine : tensor<64x!tile.ptr<i32>, #own>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #own>
  tile_gpu.memory_barrier cluster
  %r = tile.splat %theirs : tensor<64x!tile.ptr<i32>, #own>
  %b = tile.offset %r, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #own>
  return
}

// A CTA that is an iteration ahead overwrites what another one has yet to read.
// CHECK: iteration_ahead: gather.cu:3:1: data race: write of byte {{[0-9]+}} of shared memory by {{.*}} is not ordered with the read at gather.cu:3:1
func.func @iteration_ahead() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %a = tile.splat %i : tensor<1xi32, #one>
    %b = tile_gpu.cluster_gather %a {shared_offset = 0 : i64} : (tensor<1xi32, #one>) -> tensor<2x1xi32, #all> loc("gather.cu":3:1)
  }
  return
}

// CHECK: iterations_apart: ok
func.func @iterations_apart() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %a = tile.splat %i : tensor<1xi32, #one>
    tile_gpu.memory_barrier cluster
    %b = tile_gpu.cluster_gather %a {shared_offset = 0 : i64} : (tensor<1xi32, #one>) -> tensor<2x1xi32, #all>
  }
  return
}

// A barrier of the cluster that only one CTA reaches.
// CHECK: alone: {{.*}}deadlock: warp 0 waits at the barrier of tile_gpu.memory_barrier
func.func @alone() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %c0 = arith.constant 0 : i32
  %rank = tile.cta_rank
  %first = arith.cmpi eq, %rank, %c0 : i32
  scf.if %first {
    tile_gpu.memory_barrier cluster loc("barrier.cu":1:1)
  }
  return
}
