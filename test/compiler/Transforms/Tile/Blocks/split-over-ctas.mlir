// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hint num_cta_in_cga divides the tiles of a block among the CTAs of a cluster; the last variant stays as it is.
// RUN: tile-opt %s --tile-split-over-ctas --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-split-over-ctas=max-variants=1 --split-input-file | FileCheck %s --check-prefix=ONE

// ONE-NOT: tile.num_ctas

// Rows: each CTA reduces its part, all gather the parts' sums; the sum itself is stored once.
// CHECK-LABEL: func.func @row$v0(
// CHECK-SAME: tile.num_ctas = 4 : i32, tile.variant = #tile.variant<@row, 0>
// CHECK-DAG: %[[RANK:.*]] = tile.cta_rank
// CHECK-DAG: %[[FIRST:.*]] = arith.cmpi eq, %[[RANK]]
// CHECK: tile.make_view %{{.*}} : !tile.partition_view<1x1024, <?x4096xf32
// CHECK: arith.muli %{{.*}}, %c4_i64
// CHECK: %[[INDEX:.*]] = arith.addi
// CHECK: %[[X:.*]] = tile.load_view %{{.*}}[%{{.*}}, %[[INDEX]] : i32, i64] : !tile.partition_view<1x1024
// CHECK: %[[PART:.*]] = tile.reduce %[[X]] axis = 1 : (tensor<1x1024xf32>) -> tensor<1x1xf32>
// CHECK: %[[ALL:.*]] = tile.cluster_gather %[[PART]] : (tensor<1x1xf32>) -> tensor<4x1x1xf32>
// CHECK: %[[WHOLE:.*]] = tile.reduce %[[ALL]] axis = 0 : (tensor<4x1x1xf32>) -> tensor<1x1x1xf32>
// CHECK: %[[SUM:.*]] = tile.reshape %[[WHOLE]] : tensor<1x1x1xf32> -> tensor<1x1xf32>
// CHECK: tile.broadcast %[[SUM]] : tensor<1x1xf32> -> tensor<1x1024xf32>
// CHECK: tile.store_view %{{.*}} : !tile.partition_view<1x1024
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: tile.store %{{.*}} : !tile.ptr<f32>
// CHECK-LABEL: func.func @row(
// CHECK-NOT: tile.num_ctas
// CHECK-SAME: tile.variant = #tile.variant<@row, 1>
// CHECK-NOT: tile.cta_rank
func.func @row(%in: !tile.ptr<f32>, %out: !tile.ptr<f32>, %sums: !tile.ptr<f32>, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 4>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x4096xf32, strides = [4096, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x4096, <?x4096xf32, strides = [4096, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x4096, <?x4096xf32, strides = [4096, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x4096xf32>) -> tensor<1x1xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %all = tile.broadcast %s : tensor<1x1xf32> -> tensor<1x4096xf32>
  %y = arith.divf %x, %all : tensor<1x4096xf32>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x4096xf32, strides = [4096, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x4096, <?x4096xf32, strides = [4096, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %y : !tile.partition_view<1x4096, <?x4096xf32, strides = [4096, 1]>>
  %sum = tile.to_scalar %s : tensor<1x1xf32>
  %place = tile.offset %sums, %b : !tile.ptr<f32>, i32
  tile.store %place, %sum : !tile.ptr<f32>
  return
}

// -----

// Of two dimensions that take equally much off a CTA, the one that nothing is reduced along: no CTA needs another.
// CHECK-LABEL: func.func @rows$v0(
// CHECK: tile.reduce %{{.*}} axis = 1 : (tensor<8x256xi32>) -> tensor<8x1xi32>
// CHECK-NOT: tile.cluster_gather
// CHECK-LABEL: func.func @rows(
func.func @rows(%in: !tile.ptr<i32>, %out: !tile.ptr<i32>)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2>]} {
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in : !tile.ptr<i32> -> !tile.tensor_view<16x256xi32, strides = [256, 1]>
  %v = tile.make_view %t : !tile.partition_view<16x256, <16x256xi32, strides = [256, 1]>>
  %x = tile.load_view %v[%c0, %c0 : i32, i32] in_bounds : !tile.partition_view<16x256, <16x256xi32, strides = [256, 1]>>
  %s = tile.reduce %x axis = 1 : (tensor<16x256xi32>) -> tensor<16x1xi32> {
  ^bb0(%p: i32, %q: i32):
    %r = arith.addi %p, %q : i32
    tile.yield %r : i32
  }
  %to = tile.make_tensor_view %out : !tile.ptr<i32> -> !tile.tensor_view<16x1xi32, strides = [1, 1]>
  %o = tile.make_view %to : !tile.partition_view<16x1, <16x1xi32, strides = [1, 1]>>
  tile.store_view %o[%c0, %c0 : i32, i32], %s in_bounds : !tile.partition_view<16x1, <16x1xi32, strides = [1, 1]>>
  return
}

// -----

// Variants that are there are divided, all but the last. Numbers of elements start at the part's first; a constant
// shrinks; what holds for runs of the whole tile is not said of a part.
// CHECK-LABEL: func.func @pointers$v0(
// CHECK: %[[IOTA:.*]] = tile.iota : tensor<32xi32>
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %c32_i32
// CHECK: %[[STARTS:.*]] = tile.splat %[[START]] : tensor<32xi32>
// CHECK: arith.addi %[[IOTA]], %[[STARTS]] : tensor<32xi32>
// CHECK: arith.constant dense<1.000000e+00> : tensor<32xf32>
// CHECK-NOT: tile.assume
// CHECK: tile.store
// CHECK-LABEL: func.func @pointers(
// CHECK: tile.iota : tensor<128xi32>
func.func @pointers$v0(%p: !tile.ptr<f32>)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 4>], tile.variant = #tile.variant<@pointers, 0>} {
  %i = tile.iota : tensor<128xi32>
  %one = arith.constant dense<1.0> : tensor<128xf32>
  %all = tile.splat %p : tensor<128x!tile.ptr<f32>>
  %places = tile.offset %all, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %known = tile.assume %places[#tile.divisible<16, every = 4, along = 0>] : tensor<128x!tile.ptr<f32>>
  tile.store %known, %one : tensor<128x!tile.ptr<f32>>
  return
}
func.func @pointers(%p: !tile.ptr<f32>)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 4>], tile.variant = #tile.variant<@pointers, 1>} {
  %i = tile.iota : tensor<128xi32>
  %one = arith.constant dense<1.0> : tensor<128xf32>
  %all = tile.splat %p : tensor<128x!tile.ptr<f32>>
  %places = tile.offset %all, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %places, %one : tensor<128x!tile.ptr<f32>>
  return
}

// -----

// What one CTA draws all need: they gather, and take the first one's.
// CHECK-LABEL: func.func @ticket$v0(
// CHECK: %[[OLD:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK: tile.atomic_rmw{{ +}}add{{ +}}relaxed{{ +}}device
// CHECK: } else {
// CHECK: ub.poison : i32
// CHECK: %[[TILE:.*]] = tile.splat %[[OLD]] : tensor<1xi32>
// CHECK: %[[ALL:.*]] = tile.cluster_gather %[[TILE]] : (tensor<1xi32>) -> tensor<2x1xi32>
// CHECK: %[[OF_FIRST:.*]] = tile.extract %[[ALL]][%{{.*}}, %{{.*}} : i32, i32] : tensor<2x1xi32> -> tensor<1x1xi32>
// CHECK: %[[RESHAPED:.*]] = tile.reshape %[[OF_FIRST]]
// CHECK: %[[TICKET:.*]] = tile.to_scalar %[[RESHAPED]]
// CHECK: tile.offset %{{.*}}, %[[TICKET]]
func.func @ticket(%counter: !tile.ptr<i32>, %out: !tile.ptr<i32>)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2>]} {
  %one = arith.constant 1 : i32
  %ticket = tile.atomic_rmw add relaxed device %counter, %one : !tile.ptr<i32> -> i32
  %base = tile.offset %out, %ticket : !tile.ptr<i32>, i32
  %i = tile.iota : tensor<64xi32>
  %all = tile.splat %base : tensor<64x!tile.ptr<i32>>
  %places = tile.offset %all, %i : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  tile.store %places, %i : tensor<64x!tile.ptr<i32>>
  return
}

// -----

// Numbers of elements are divided as what is computed of them: their sum is gathered, and where they are stored themselves the view's
// tiles are smaller.
// CHECK-LABEL: func.func @numbers$v0(
// CHECK: %[[RANK:.*]] = tile.cta_rank
// CHECK: %[[MINE:.*]] = arith.addi %{{.*}} : tensor<32xi32>
// CHECK: %[[SUM:.*]] = tile.reduce %[[MINE]] axis = 0 : (tensor<32xi32>) -> tensor<1xi32>
// CHECK: %[[SUMS:.*]] = tile.cluster_gather %[[SUM]] : (tensor<1xi32>) -> tensor<2x1xi32>
// CHECK: tile.reduce %[[SUMS]] axis = 0
// CHECK: scf.if
// CHECK-NEXT: tile.store %{{.*}} : !tile.ptr<i32>
// CHECK: %[[VIEW:.*]] = tile.make_view %{{.*}} : !tile.partition_view<32,
// CHECK: %[[WIDE:.*]] = arith.extui %[[RANK]] : i32 to i64
// CHECK: arith.addi %{{.*}}, %[[WIDE]] : i64
// CHECK: tile.store_view %[[VIEW]]{{.*}}, %[[MINE]] : !tile.partition_view<32,
func.func @numbers(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2>]} {
  %i = tile.iota : tensor<64xi32>
  %sum = tile.reduce %i axis = 0 : (tensor<64xi32>) -> tensor<1xi32> {
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    tile.yield %z : i32
  }
  %scalar = tile.to_scalar %sum : tensor<1xi32>
  tile.store %p, %scalar : !tile.ptr<i32>
  %to = tile.make_tensor_view %p : !tile.ptr<i32> -> !tile.tensor_view<64xi32, strides = [1]>
  %v = tile.make_view %to : !tile.partition_view<64, <64xi32, strides = [1]>>
  %c0 = arith.constant 0 : i32
  tile.store_view %v[%c0 : i32], %i : !tile.partition_view<64, <64xi32, strides = [1]>>
  return
}

// -----

// A block is several CTAs: what is atomic inside it is so for the device.
// CHECK-LABEL: func.func @scope$v0(
// CHECK: tile.atomic_rmw{{ +}}add{{ +}}relaxed{{ +}}device %{{.*}} : tensor<32x!tile.ptr<i32>>
// CHECK-LABEL: func.func @scope(
// CHECK: tile.atomic_rmw{{ +}}add{{ +}}relaxed{{ +}}block %{{.*}} : tensor<64x!tile.ptr<i32>>
func.func @scope(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2>]} {
  %i = tile.iota : tensor<64xi32>
  %all = tile.splat %p : tensor<64x!tile.ptr<i32>>
  tile.atomic_rmw add relaxed block %all, %i : tensor<64x!tile.ptr<i32>>
  return
}
