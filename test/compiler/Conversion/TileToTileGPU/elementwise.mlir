// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s
// Ops that every lane does for itself keep their names; their tiles get the layout of their shape.

// Lanes along the last dimension, then warps, then registers: 512 elements are two warps with eight a lane.
// CHECK: #[[L:.*]] = #tile_gpu.layout<register = {{\[\[}}64], [128], [256]], lane = {{\[\[}}1], [2], [4], [8], [16]], warp = {{\[\[}}32]]>
// CHECK: #[[S:.*]] = #tile_gpu.layout<lane = {{\[\[}}], [], [], [], []], warp = {{\[\[}}]]>
// CHECK-LABEL: func @elementwise
// CHECK-SAME: tile_gpu.num_warps = 2 : i32
func.func @elementwise(%p: !tile.ptr<f32>, %x: f32, %c: i1, %n: i32) attributes {tile.kernel} {
  // CHECK: tile.iota : tensor<512xi32, #[[L]]>
  %i = tile.iota : tensor<512xi32>
  // CHECK: tile.splat %{{.*}} : tensor<512xf32, #[[L]]>
  %s = tile.splat %x : tensor<512xf32>
  // CHECK: arith.constant dense<2.000000e+00> : tensor<512xf32, #[[L]]>
  %two = arith.constant dense<2.0> : tensor<512xf32>
  // CHECK: ub.poison : tensor<512xf32, #[[L]]>
  %u = ub.poison : tensor<512xf32>
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<512xf32, #[[L]]>
  %m = arith.mulf %s, %two : tensor<512xf32>
  // CHECK: tile.addf %{{.*}}, %{{.*}} rounding<toward_zero> flush : tensor<512xf32, #[[L]]>
  %a = tile.addf %m, %u rounding<toward_zero> flush : tensor<512xf32>
  // CHECK: math.exp %{{.*}} : tensor<512xf32, #[[L]]>
  %e = math.exp %a : tensor<512xf32>
  // CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : tensor<512xf32, #[[L]]>
  %b = arith.cmpf ogt, %e, %s : tensor<512xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<512xi1, #[[L]]>, tensor<512xf32, #[[L]]>
  %t = arith.select %b, %e, %s : tensor<512xi1>, tensor<512xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<512xf32, #[[L]]>
  %k = arith.select %c, %t, %s : tensor<512xf32>
  // CHECK: tile.ftof %{{.*}} : tensor<512xf32, #[[L]]> -> tensor<512xf16, #[[L]]>
  %h = tile.ftof %k : tensor<512xf32> -> tensor<512xf16>
  // CHECK: tile.bitcast %{{.*}} : tensor<512xf16, #[[L]]> -> tensor<512xi16, #[[L]]>
  %j = tile.bitcast %h : tensor<512xf16> -> tensor<512xi16>
  // CHECK: tile.splat %{{.*}} : tensor<512x!tile.ptr<f32>, #[[L]]>
  %q = tile.splat %p : tensor<512x!tile.ptr<f32>>
  // CHECK: tile.offset %{{.*}}, %{{.*}} : tensor<512x!tile.ptr<f32>, #[[L]]>, tensor<512xi16, #[[L]]>
  %r = tile.offset %q, %j : tensor<512x!tile.ptr<f32>>, tensor<512xi16>
  // CHECK: tile.assume %{{.*}}[#tile.divisible<16>] : tensor<512x!tile.ptr<f32>, #[[L]]>
  %v = tile.assume %r [#tile.divisible<16>] : tensor<512x!tile.ptr<f32>>
  // CHECK: tile_gpu.store %{{.*}}, %{{.*}} : tensor<512x!tile.ptr<f32>, #[[L]]>
  tile.store %v, %k : tensor<512x!tile.ptr<f32>>
  // A tile of rank 0 is held by every lane; scalars stay scalars.
  // CHECK: tile.splat %{{.*}} : tensor<i32, #[[S]]>
  %z = tile.splat %n : tensor<i32>
  // CHECK: tile.to_scalar %{{.*}} : tensor<i32, #[[S]]>
  %zz = arith.muli %z, %z : tensor<i32>
  %y = tile.to_scalar %zz : tensor<i32>
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  %w = arith.addi %y, %n : i32
  tile.print "%d" %w : i32
  return
}

// What is no kernel stays as it is.
// CHECK-LABEL: func @other
// CHECK-NEXT: tile.iota : tensor<512xi32>
func.func @other() {
  %i = tile.iota : tensor<512xi32>
  return
}
