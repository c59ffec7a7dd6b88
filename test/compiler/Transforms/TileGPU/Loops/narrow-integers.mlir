// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-narrow-integers --canonicalize | FileCheck %s
// 64-bit arithmetic that fits 32 bits is done there, and none that might not.
#layout = #tile_gpu.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]]>

// Positions times constants, block numbers of the second dimension.
// CHECK-LABEL: func @positions
// CHECK: arith.muli %{{.*}} : tensor<64xi32, #layout>
// CHECK: arith.addi %{{.*}} : tensor<64xi32, #layout>
func.func @positions(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #layout>
  %x = arith.extui %i : tensor<64xi32, #layout> to tensor<64xi64, #layout>
  %c = arith.constant dense<1000> : tensor<64xi64, #layout>
  %y = arith.muli %x, %c : tensor<64xi64, #layout>
  %b = tile.block_id y
  %w = arith.extui %b : i32 to i64
  %t = tile.splat %w : tensor<64xi64, #layout>
  %z = arith.addi %y, %t : tensor<64xi64, #layout>
  %q = tile.splat %p : tensor<64x!tile.ptr<f32>, #layout>
  %a = tile.offset %q, %z : tensor<64x!tile.ptr<f32>, #layout>, tensor<64xi64, #layout>
  %v = arith.constant dense<0.0> : tensor<64xf32, #layout>
  tile_gpu.store %a, %v : tensor<64x!tile.ptr<f32>, #layout>
  return
}

// The first dimension has 2^31 blocks, which times 4 may not fit; an argument may be anything, unless it is promised.
// CHECK-LABEL: func @limits
// CHECK: arith.muli %{{.*}} : i64
// CHECK: arith.muli %{{.*}} : i64
// CHECK: arith.muli %{{.*}} : i32
func.func @limits(%p: !tile.ptr<i64>, %n: i64) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c4 = arith.constant 4 : i64
  %b = tile.block_id x
  %w = arith.extui %b : i32 to i64
  %y = arith.muli %w, %c4 : i64
  tile_gpu.store %p, %y : !tile.ptr<i64>
  %z = arith.muli %n, %c4 : i64
  tile_gpu.store %p, %z : !tile.ptr<i64>
  %m = tile.assume %n[#tile.bounded<lower = 0, upper = 1000000>] : i64
  %u = arith.muli %m, %c4 : i64
  tile_gpu.store %p, %u : !tile.ptr<i64>
  return
}

// A loop with known bounds; a value that grows with each turn is not known.
// CHECK-LABEL: func @loops
// CHECK: scf.for
// CHECK: arith.muli %{{.*}} : i32
// CHECK: arith.addi %{{.*}} : i64
func.func @loops(%p: !tile.ptr<i64>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c1000 = arith.constant 1000 : i64
  %r = scf.for %i = %c0 to %c1000 step %c1 iter_args(%sum = %c0) -> (i64) : i64 {
    %y = arith.muli %i, %c1000 : i64
    tile_gpu.store %p, %y : !tile.ptr<i64>
    %next = arith.addi %sum, %y : i64
    scf.yield %next : i64
  }
  tile_gpu.store %p, %r : !tile.ptr<i64>
  return
}

// Comparisons of scalars that every execution decides alike: what stands under them can go.
// CHECK-LABEL: func @decided
// CHECK:     scf.for
// CHECK-NOT: scf.if
// CHECK-NOT: arith.cmpi
// CHECK:     tile_gpu.store %{{.*}}, %c1_i32
// CHECK:     %[[OPEN:.*]] = arith.cmpi sgt
// CHECK:     scf.if %[[OPEN]]
func.func @decided(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %before = arith.cmpi slt, %i, %c0 : i32
    scf.if %before {
      tile_gpu.store %p, %i : !tile.ptr<i32>
    }
    %from = arith.cmpi sge, %i, %c0 : i32
    scf.if %from {
      tile_gpu.store %p, %c1 : !tile.ptr<i32>
    }
    %behind = arith.cmpi sgt, %i, %c3 : i32
    scf.if %behind {
      tile_gpu.store %p, %c3 : !tile.ptr<i32>
    }
  }
  return
}
