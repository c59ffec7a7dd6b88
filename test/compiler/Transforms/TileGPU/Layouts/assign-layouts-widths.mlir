// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu --tile-gpu-assign-layouts --split-input-file | FileCheck %s
// How many neighbours a lane takes: what costs least over all accesses of a tile and what follows from it.

// Sixteen bytes of halves are eight, of floats four. With eight, a lane's floats would leave gaps of 16 bytes between lanes.
// CHECK: #[[WIDE:.*]] = #tile_gpu.layout<register = {{\[\[}}1], [2], [512]], lane = {{\[\[}}4], [8], [16], [32], [64]], warp = {{\[\[}}128], [256]]>
// CHECK-LABEL: func @both_aligned
// CHECK: tile_gpu.load {{.*}} tensor<1024x!tile.ptr<f16>, #[[WIDE]]>
func.func @both_aligned(%h: !tile.ptr<f16>, %f: !tile.ptr<f32>) attributes {tile.kernel} {
  %ha = tile.assume %h [#tile.divisible<16>] : !tile.ptr<f16>
  %fa = tile.assume %f [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<1024xi32>
  %hs = tile.splat %ha : tensor<1024x!tile.ptr<f16>>
  %fs = tile.splat %fa : tensor<1024x!tile.ptr<f32>>
  %hp = tile.offset %hs, %i : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %fp = tile.offset %fs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %hp : tensor<1024x!tile.ptr<f16>>
  %y = tile.ftof %x : tensor<1024xf16> -> tensor<1024xf32>
  tile.store %fp, %y : tensor<1024x!tile.ptr<f32>>
  return
}

// -----
// One aligned access of three: lanes stand side by side.
// CHECK: #[[SINGLE:.*]] = #tile_gpu.layout<register = {{\[\[}}128], [256], [512]], lane = {{\[\[}}1], [2], [4], [8], [16]], warp = {{\[\[}}32], [64]]>
// CHECK-LABEL: func @mostly_unaligned
// CHECK: tile_gpu.load {{.*}} tensor<1024x!tile.ptr<f32>, #[[SINGLE]]>
func.func @mostly_unaligned(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>) attributes {tile.kernel} {
  %aa = tile.assume %a [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<1024xi32>
  %as = tile.splat %aa : tensor<1024x!tile.ptr<f32>>
  %bs = tile.splat %b : tensor<1024x!tile.ptr<f32>>
  %cs = tile.splat %c : tensor<1024x!tile.ptr<f32>>
  %ap = tile.offset %as, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %bp = tile.offset %bs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %cp = tile.offset %cs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %ap : tensor<1024x!tile.ptr<f32>>
  %y = tile.load %bp : tensor<1024x!tile.ptr<f32>>
  %z = arith.addf %x, %y : tensor<1024xf32>
  tile.store %cp, %z : tensor<1024x!tile.ptr<f32>>
  return
}

// -----
// No lane is left without an element for the sake of width.
// CHECK: #[[SMALL:.*]] = #tile_gpu.layout<register = {{\[\[}}1]], lane = {{\[\[}}2], [4], [8], [16], [32]]>
// CHECK-LABEL: func @small
// CHECK: tile_gpu.load {{.*}} tensor<64x!tile.ptr<f32>, #[[SMALL]]>
func.func @small(%a: !tile.ptr<f32>) attributes {tile.kernel} {
  %aa = tile.assume %a [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<64xi32>
  %as = tile.splat %aa : tensor<64x!tile.ptr<f32>>
  %ap = tile.offset %as, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %x = tile.load %ap : tensor<64x!tile.ptr<f32>>
  tile.print "%f" %x : tensor<64xf32>
  return
}

// -----
// Halves that are joined lie in registers of one lane, whose order suits the store: pairs are stored at once. The load, which
// takes single elements in any case, follows.
// CHECK: #[[PAIRS:.*]] = #tile_gpu.layout<register = {{\[\[}}0, 1], [256, 0], [512, 0]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = {{\[\[}}32, 0], [64, 0], [128, 0]]>
// CHECK-LABEL: func @joined_halves
// CHECK: tile_gpu.store {{.*}} vector 2 : tensor<1024x2x!tile.ptr<f32>, #[[PAIRS]]>
func.func @joined_halves(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>) attributes {tile.kernel} {
  %ba = tile.assume %b [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<1024xi32>
  %c = tile.reshape %i : tensor<1024xi32> -> tensor<1024x1xi32>
  %as = tile.splat %a : tensor<1024x1x!tile.ptr<f32>>
  %ap = tile.offset %as, %c : tensor<1024x1x!tile.ptr<f32>>, tensor<1024x1xi32>
  %x = tile.load %ap : tensor<1024x1x!tile.ptr<f32>>
  %y = arith.negf %x : tensor<1024x1xf32>
  %z = tile.cat %x, %y axis = 1 : tensor<1024x1xf32>
  %j = tile.iota : tensor<2048xi32>
  %k = tile.reshape %j : tensor<2048xi32> -> tensor<1024x2xi32>
  %bs = tile.splat %ba : tensor<1024x2x!tile.ptr<f32>>
  %bp = tile.offset %bs, %k : tensor<1024x2x!tile.ptr<f32>>, tensor<1024x2xi32>
  tile.store %bp, %z : tensor<1024x2x!tile.ptr<f32>>
  return
}

// -----
// The two halves of each pair follow the load, and what is joined of them follows these: the store takes the registers in the
// order of memory. So no half moves between lanes.
// CHECK: #[[BOTH:.*]] = #tile_gpu.layout<register = {{\[\[}}0, 1], [256, 0], [512, 0]], lane = {{\[\[}}1, 0]
// CHECK: #[[JOINED:.*]] = #tile_gpu.layout<register = {{\[\[}}256, 0], [512, 0], [0, 1]], lane = {{\[\[}}1, 0]
// CHECK-LABEL: func @halves_of_pairs
// CHECK: tile_gpu.load {{.*}} vector 2 : tensor<1024x2x!tile.ptr<f32>, #[[BOTH]]>
// CHECK: %[[Z:.*]] = tile_gpu.cat {{.*}} -> tensor<1024x2xf32, #[[JOINED]]>
// CHECK: %[[ORDERED:.*]] = tile_gpu.convert_layout %[[Z]] : {{.*}} -> tensor<1024x2xf32, #[[BOTH]]>
// CHECK: tile_gpu.store %{{.*}}, %[[ORDERED]] vector 2
func.func @halves_of_pairs(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %aa = tile.assume %a [#tile.divisible<8>] : !tile.ptr<f32>
  %ba = tile.assume %b [#tile.divisible<8>] : !tile.ptr<f32>
  %j = tile.iota : tensor<2048xi32>
  %k = tile.reshape %j : tensor<2048xi32> -> tensor<1024x2xi32>
  %as = tile.splat %aa : tensor<1024x2x!tile.ptr<f32>>
  %ap = tile.offset %as, %k : tensor<1024x2x!tile.ptr<f32>>, tensor<1024x2xi32>
  %bs = tile.splat %ba : tensor<1024x2x!tile.ptr<f32>>
  %bp = tile.offset %bs, %k : tensor<1024x2x!tile.ptr<f32>>, tensor<1024x2xi32>
  %x = tile.load %ap : tensor<1024x2x!tile.ptr<f32>>
  %y = tile.load %bp : tensor<1024x2x!tile.ptr<f32>>
  %xr = tile.extract %x[%c0, %c0 : i32, i32] : tensor<1024x2xf32> -> tensor<1024x1xf32>
  %xi = tile.extract %x[%c0, %c1 : i32, i32] : tensor<1024x2xf32> -> tensor<1024x1xf32>
  %yr = tile.extract %y[%c0, %c0 : i32, i32] : tensor<1024x2xf32> -> tensor<1024x1xf32>
  %yi = tile.extract %y[%c0, %c1 : i32, i32] : tensor<1024x2xf32> -> tensor<1024x1xf32>
  %r = arith.mulf %xr, %yi : tensor<1024x1xf32>
  %s = arith.mulf %xi, %yr : tensor<1024x1xf32>
  %z = tile.cat %r, %s axis = 1 : tensor<1024x1xf32>
  tile.store %ap, %z : tensor<1024x2x!tile.ptr<f32>>
  return
}
