// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-pipeline-loops=remarks --split-input-file --verify-diagnostics
// How many stages: what has to be in flight on the target, shared memory, and the hint.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
// 512 bytes each time, of 32 KB: the most stages that there are.
func.func @from_target(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile_gpu.min_ctas = 16 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{into 8 stages, 3584 bytes of a CTA in flight}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  // expected-remark @below {{into 3 stages, 1024 bytes of a CTA in flight}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %p {hints = [#tile.hints<arch = 0, latency = 3>]} : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  // expected-remark @below {{not pipelined: no load can be brought ahead}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{load not brought ahead of its iteration: the hint latency = 1 asks for one stage}}
    %x = tile_gpu.load %p {hints = [#tile.hints<arch = 0, latency = 1>]} : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2], [128], [256], [512], [1024], [2048], [4096]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<8192x!tile.ptr<f32>, #l>
func.func @enough(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile_gpu.min_ctas = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not pipelined: the loads of one iteration, 32768 bytes, are enough in flight}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.print "%f" %x : tensor<8192xf32, #l>
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2], [128], [256], [512], [1024], [2048], [4096], [8192], [16384]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<32768x!tile.ptr<f32>, #l>
func.func @too_large(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile_gpu.min_ctas = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not pipelined: two stages of 131072 bytes do not fit into 232448 bytes of shared memory}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %p {hints = [#tile.hints<arch = 0, latency = 3>]} : !ptrs
    tile_gpu.print "%f" %x : tensor<32768xf32, #l>
  }
  return
}

// -----
// What narrow loads bring is used as it comes, unless a stage buffer is asked for.
#l = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
!halves = tensor<64x!tile.ptr<f16>, #l>
!bytes = tensor<64x!tile.ptr<i8>, #l>
func.func @narrow(%p: !halves, %b: !bytes, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not pipelined: no load is wide enough to go into a stage buffer}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %p : !halves
    tile_gpu.print "%f" %x : tensor<64xf16, #l>
  }
  // expected-remark @below {{not pipelined: what it loads is so narrow that computing takes longer than loading}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %b : !bytes
    tile_gpu.print "%d" %x : tensor<64xi8, #l>
  }
  return
}

// -----
// Narrow elements that are reduced take long enough for the next ones to arrive in registers meanwhile; not where lanes
// carry sums besides, or where more is loaded than a lane has registers for.
#l = #tile_gpu.layout<register = [[1], [2], [4], [1024], [2048]], lane = [[8], [16], [32], [64], [128]], warp = [[256], [512]]>
#s = #tile_gpu.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
!halves = tensor<4096x!tile.ptr<f16>, #l>
func.func @reduced(%p: !tile.ptr<f16>, %n: i32) -> (tensor<1xf16, #s>, tensor<4096xf16, #l>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %size = arith.constant 4096 : i32
  %none = arith.constant dense<0.0> : tensor<1xf16, #s>
  %zero = arith.constant dense<0.0> : tensor<4096xf16, #l>
  %line = tile_gpu.coordinate 0 : tensor<4096xi32, #l>
  // expected-remark @below {{pipelined: 1 load one iteration ahead in registers}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> tensor<1xf16, #s> : i32 {
    %at = arith.muli %i, %size : i32
    %pi = tile.offset %p, %at : !tile.ptr<f16>, i32
    %ps = tile.splat %pi : !halves
    %pp = tile.offset %ps, %line : !halves, tensor<4096xi32, #l>
    %x = tile_gpu.load %pp vector 8 : !halves
    %r = tile_gpu.reduce %x axis = 0 : (tensor<4096xf16, #l>) -> tensor<1xf16, #s> {
    ^bb0(%u: f16, %v: f16):
      %t = arith.addf %u, %v : f16
      tile_gpu.yield %t : f16
    }
    %next = arith.addf %acc, %r : tensor<1xf16, #s>
    scf.yield %next : tensor<1xf16, #s>
  }
  // expected-remark @below {{not pipelined: the loads of one iteration, 8192 bytes by a few CTAs, are enough in flight}}
  %all:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %more = %zero) -> (tensor<1xf16, #s>, tensor<4096xf16, #l>) : i32 {
    %at = arith.muli %i, %size : i32
    %pi = tile.offset %p, %at : !tile.ptr<f16>, i32
    %ps = tile.splat %pi : !halves
    %pp = tile.offset %ps, %line : !halves, tensor<4096xi32, #l>
    %x = tile_gpu.load %pp vector 8 : !halves
    %y = arith.addf %x, %more : tensor<4096xf16, #l>
    %r = tile_gpu.reduce %y axis = 0 : (tensor<4096xf16, #l>) -> tensor<1xf16, #s> {
    ^bb0(%u: f16, %v: f16):
      %t = arith.addf %u, %v : f16
      tile_gpu.yield %t : f16
    }
    %next = arith.addf %acc, %r : tensor<1xf16, #s>
    scf.yield %next, %y : tensor<1xf16, #s>, tensor<4096xf16, #l>
  }
  // expected-remark @below {{not pipelined: the loads of one iteration, 16384 bytes by a few CTAs, are enough in flight}}
  %both = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> tensor<1xf16, #s> : i32 {
    %at = arith.muli %i, %size : i32
    %pi = tile.offset %p, %at : !tile.ptr<f16>, i32
    %ps = tile.splat %pi : !halves
    %pp = tile.offset %ps, %line : !halves, tensor<4096xi32, #l>
    %x = tile_gpu.load %pp vector 8 : !halves
    %qi = tile.offset %pi, %size : !tile.ptr<f16>, i32
    %qs = tile.splat %qi : !halves
    %qq = tile.offset %qs, %line : !halves, tensor<4096xi32, #l>
    %y = tile_gpu.load %qq vector 8 : !halves
    %z = arith.mulf %x, %y : tensor<4096xf16, #l>
    %r = tile_gpu.reduce %z axis = 0 : (tensor<4096xf16, #l>) -> tensor<1xf16, #s> {
    ^bb0(%u: f16, %v: f16):
      %t = arith.addf %u, %v : f16
      tile_gpu.yield %t : f16
    }
    %next = arith.addf %acc, %r : tensor<1xf16, #s>
    scf.yield %next : tensor<1xf16, #s>
  }
  %result = arith.addf %sum, %both : tensor<1xf16, #s>
  %rest = arith.addf %result, %all#0 : tensor<1xf16, #s>
  return %rest, %all#1 : tensor<1xf16, #s>, tensor<4096xf16, #l>
}

// -----
// Bytes that only name cells to be updated are waited for; not those that are added up as well.
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
func.func @cells(%b: !tile.ptr<i8> {tile.restrict}, %o: !tile.ptr<i32> {tile.restrict}, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1> : tensor<128xi32, #l>
  %lane = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  %s = tile.splat %b : tensor<128x!tile.ptr<i8>, #l>
  %p = tile.splat %o : tensor<128x!tile.ptr<i32>, #l>
  %from = tile.offset %s, %lane : tensor<128x!tile.ptr<i8>, #l>, tensor<128xi32, #l>
  // expected-remark @below {{pipelined: 1 load by asynchronous copies into 6 stages, 640 bytes of a CTA in flight}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %from vector 4 : tensor<128x!tile.ptr<i8>, #l>
    %k = arith.extui %x : tensor<128xi8, #l> to tensor<128xi32, #l>
    %c = tile.offset %p, %k : tensor<128x!tile.ptr<i32>, #l>, tensor<128xi32, #l>
    tile_gpu.atomic_rmw add relaxed block %c, %one : tensor<128x!tile.ptr<i32>, #l>
  }
  // expected-remark @below {{not pipelined: what it loads is so narrow that computing takes longer than loading}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %from vector 4 : tensor<128x!tile.ptr<i8>, #l>
    %k = arith.extui %x : tensor<128xi8, #l> to tensor<128xi32, #l>
    tile_gpu.atomic_rmw add relaxed block %p, %k : tensor<128x!tile.ptr<i32>, #l>
  }
  return
}

// -----
#cell = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [1, 0], [2, 0], [4, 0], [8, 0]]>
#row = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 0], [1, 0], [2, 0], [4, 0], [8, 0]]>
#column = #tile_gpu.layout<register = [[0, 1], [1, 0]], lane = [[0, 2], [0, 0], [0, 0], [0, 0], [0, 0]]>
func.func @product(%p: tensor<16x2x!tile.ptr<f32>, #row>, %b: tensor<2x4xf32, #column>, %c: tensor<16x4xf32, #cell>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{pipelined: 1 load by asynchronous copies into 8 stages, 896 bytes of a CTA in flight; every lane copies, and reads what others copied behind a barrier}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> tensor<16x4xf32, #cell> : i32 {
    %a = tile_gpu.load %p : tensor<16x2x!tile.ptr<f32>, #row>
    %s = tile_gpu.mma fma %a, %b, %acc : tensor<16x2xf32, #row>, tensor<2x4xf32, #column>, tensor<16x4xf32, #cell>
    scf.yield %s : tensor<16x4xf32, #cell>
  }
  return
}
