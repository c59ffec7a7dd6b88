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
