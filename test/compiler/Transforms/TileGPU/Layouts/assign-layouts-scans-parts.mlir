// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu --tile-gpu-assign-layouts --tile-gpu-remove-layout-conversions --split-input-file | FileCheck %s
// What scans and sub-tiles want of layouts: the price of a transfer decides.

// 16 elements a lane: runs of 64 bytes would leave gaps in each access. A scan over stretches of warps leaves none.
// CHECK: #[[S:.*]] = #tile_gpu.layout<register = {{\[\[}}1], [2], [128], [256]], lane = {{\[\[}}4], [8], [16], [32], [64]], warp = {{\[\[}}512], [1024]]>
// CHECK-LABEL: func @short_runs
// CHECK: tile_gpu.load {{.*}} vector 4 : tensor<2048x!tile.ptr<i32>, #[[S]]>
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.store {{.*}} vector 4 : tensor<2048x!tile.ptr<i32>, #[[S]]>
func.func @short_runs(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 4>]} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i32>
  %i = tile.iota : tensor<2048xi32>
  %s = tile.splat %a : tensor<2048x!tile.ptr<i32>>
  %q = tile.offset %s, %i : tensor<2048x!tile.ptr<i32>>, tensor<2048xi32>
  %x = tile.load %q : tensor<2048x!tile.ptr<i32>>
  %y = tile.scan %x axis = 0 : (tensor<2048xi32>) -> tensor<2048xi32> {
  ^bb0(%b: i32, %c: i32):
    %t = arith.addi %b, %c : i32
    tile.yield %t : i32
  }
  tile.store %q, %y : tensor<2048x!tile.ptr<i32>>
  return
}

// -----
// 64 elements a lane: a scan of sixteen stretches would cost more than to change to runs and back.
// CHECK-DAG: #[[S:.*]] = #tile_gpu.layout<register = {{\[\[}}1], [2], [128], [256], [512], [1024]], lane = {{\[\[}}4], [8], [16], [32], [64]]>
// CHECK-DAG: #[[R:.*]] = #tile_gpu.layout<register = {{\[\[}}1], [2], [4], [8], [16], [32]], lane = {{\[\[}}64], [128], [256], [512], [1024]]>
// CHECK-LABEL: func @long_runs
// CHECK: tile_gpu.load {{.*}} vector 4 : tensor<2048x!tile.ptr<i32>, #[[S]]>
// CHECK: tile_gpu.convert_layout {{.*}} -> tensor<2048xi32, #[[R]]>
// CHECK: tile_gpu.convert_layout {{.*}} -> tensor<2048xi32, #[[S]]>
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.store {{.*}} vector 4 : tensor<2048x!tile.ptr<i32>, #[[S]]>
func.func @long_runs(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i32>
  %i = tile.iota : tensor<2048xi32>
  %s = tile.splat %a : tensor<2048x!tile.ptr<i32>>
  %q = tile.offset %s, %i : tensor<2048x!tile.ptr<i32>>, tensor<2048xi32>
  %x = tile.load %q : tensor<2048x!tile.ptr<i32>>
  %y = tile.scan %x axis = 0 : (tensor<2048xi32>) -> tensor<2048xi32> {
  ^bb0(%b: i32, %c: i32):
    %t = arith.addi %b, %c : i32
    tile.yield %t : i32
  }
  tile.store %q, %y : tensor<2048x!tile.ptr<i32>>
  return
}

// -----
// One exchange of a sort: both halves of each pair and what is joined again lie where the pairs do; only the lanes of a
// pair exchange, which the extraction does. Nothing else moves.
// CHECK-LABEL: func @exchange
// CHECK-NOT: convert_layout
// CHECK-COUNT-2: tile_gpu.extract
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.cat
// CHECK-NOT: convert_layout
// CHECK: return
func.func @exchange(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<i32>
  %i = tile.iota : tensor<256xi32>
  %s = tile.splat %a : tensor<256x!tile.ptr<i32>>
  %q = tile.offset %s, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %x = tile.load %q : tensor<256x!tile.ptr<i32>>
  %pairs = tile.reshape %x : tensor<256xi32> -> tensor<8x2x16xi32>
  %l = tile.extract %pairs[%zero, %zero, %zero : i32, i32, i32] : tensor<8x2x16xi32> -> tensor<8x1x16xi32>
  %h = tile.extract %pairs[%zero, %one, %zero : i32, i32, i32] : tensor<8x2x16xi32> -> tensor<8x1x16xi32>
  %least = arith.minsi %l, %h : tensor<8x1x16xi32>
  %most = arith.maxsi %l, %h : tensor<8x1x16xi32>
  %both = tile.cat %least, %most axis = 1 : tensor<8x1x16xi32>
  %y = tile.reshape %both : tensor<8x2x16xi32> -> tensor<256xi32>
  tile.store %q, %y : tensor<256x!tile.ptr<i32>>
  return
}
