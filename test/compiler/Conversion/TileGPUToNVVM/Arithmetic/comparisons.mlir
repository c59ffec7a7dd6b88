// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// Masks: how many comparisons a lane makes, and of what.

#l = #tile_gpu.layout<register = [[1], [2], [128], [256]], lane = [[4], [8], [16], [32], [64]], warp = []>
#few = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>

// Places are compared by how far the bound is from the lane's first; a bound that no place reaches may be moved.
// CHECK-LABEL: llvm.func @below
// CHECK-DAG:     %[[NONE:.*]] = arith.constant -1 : i32
// CHECK:         %[[BOUND:.*]] = arith.maxsi %arg1, %[[NONE]]
// CHECK:         %[[LEFT:.*]] = arith.subi %[[BOUND]], %{{.*}}
// CHECK:         arith.cmpi sgt, %[[LEFT]], %{{.*}} : i32
// CHECK-COUNT-15: arith.cmpi sgt, %[[LEFT]]
// CHECK-NOT:     arith.cmpi
// CHECK:         llvm.return
func.func @below(%out: !tile.ptr<i8>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<512xi32, #l>
  %b = tile.splat %n : tensor<512xi32, #l>
  %m = arith.cmpi slt, %i, %b : tensor<512xi32, #l>
  %o = tile.splat %out : tensor<512x!tile.ptr<i8>, #l>
  %p = tile.offset %o, %i : tensor<512x!tile.ptr<i8>, #l>, tensor<512xi32, #l>
  %x = arith.extui %m : tensor<512xi1, #l> to tensor<512xi8, #l>
  tile_gpu.store %p, %x : tensor<512x!tile.ptr<i8>, #l>
  return
}

// CHECK-LABEL: llvm.func @not_below
// CHECK-DAG:     %[[MOST:.*]] = arith.constant 2147483647 : i32
// CHECK:         %[[BOUND:.*]] = arith.minui %arg1, %[[MOST]]
// CHECK:         %[[LEFT:.*]] = arith.subi %[[BOUND]], %{{.*}}
// CHECK-COUNT-16: arith.cmpi sle, %[[LEFT]]
func.func @not_below(%out: !tile.ptr<i8>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<512xi32, #l>
  %b = tile.splat %n : tensor<512xi32, #l>
  %m = arith.cmpi uge, %i, %b : tensor<512xi32, #l>
  %o = tile.splat %out : tensor<512x!tile.ptr<i8>, #l>
  %p = tile.offset %o, %i : tensor<512x!tile.ptr<i8>, #l>, tensor<512xi32, #l>
  %x = arith.extui %m : tensor<512xi1, #l> to tensor<512xi8, #l>
  tile_gpu.store %p, %x : tensor<512x!tile.ptr<i8>, #l>
  return
}

// Four neighbours lie inside or outside together where the bound is a multiple of four.
// CHECK-LABEL: llvm.func @in_fours
// CHECK-COUNT-4: arith.cmpi sgt
// CHECK-NOT:     arith.cmpi
// CHECK:         llvm.return
func.func @in_fours(%out: !tile.ptr<i8>, %any: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %n = tile.assume %any[#tile.divisible<4>] : i32
  %i = tile_gpu.coordinate 0 : tensor<512xi32, #l>
  %b = tile.splat %n : tensor<512xi32, #l>
  %m = arith.cmpi slt, %i, %b : tensor<512xi32, #l>
  %o = tile.splat %out : tensor<512x!tile.ptr<i8>, #l>
  %p = tile.offset %o, %i : tensor<512x!tile.ptr<i8>, #l>, tensor<512xi32, #l>
  %x = arith.extui %m : tensor<512xi1, #l> to tensor<512xi8, #l>
  tile_gpu.store %p, %x : tensor<512x!tile.ptr<i8>, #l>
  return
}

// Two are compared as they are; so is what might overflow, and whatever is equal.
// CHECK-LABEL: llvm.func @as_they_are
// CHECK-COUNT-2: arith.cmpi slt
// CHECK-COUNT-16: arith.cmpi eq
// CHECK-COUNT-16: arith.cmpi slt
func.func @as_they_are(%out: !tile.ptr<i8>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %j = tile_gpu.coordinate 0 : tensor<64xi32, #few>
  %c = tile.splat %n : tensor<64xi32, #few>
  %k = arith.cmpi slt, %j, %c : tensor<64xi32, #few>
  %q = tile.splat %out : tensor<64x!tile.ptr<i8>, #few>
  %r = tile.offset %q, %j : tensor<64x!tile.ptr<i8>, #few>, tensor<64xi32, #few>
  %y = arith.extui %k : tensor<64xi1, #few> to tensor<64xi8, #few>
  tile_gpu.store %r, %y : tensor<64x!tile.ptr<i8>, #few>
  %i = tile_gpu.coordinate 0 : tensor<512xi32, #l>
  %b = tile.splat %n : tensor<512xi32, #l>
  %e = arith.cmpi eq, %i, %b : tensor<512xi32, #l>
  %s = arith.addi %i, %b : tensor<512xi32, #l>
  %t = arith.cmpi slt, %s, %b : tensor<512xi32, #l>
  %m = arith.andi %e, %t : tensor<512xi1, #l>
  %o = tile.splat %out : tensor<512x!tile.ptr<i8>, #l>
  %p = tile.offset %o, %i : tensor<512x!tile.ptr<i8>, #l>, tensor<512xi32, #l>
  %x = arith.extui %m : tensor<512xi1, #l> to tensor<512xi8, #l>
  tile_gpu.store %p, %x : tensor<512x!tile.ptr<i8>, #l>
  return
}
