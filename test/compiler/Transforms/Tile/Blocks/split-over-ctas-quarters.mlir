// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-make-persistent --tile-split-over-ctas --canonicalize --split-input-file | FileCheck %s
// Rows that leave room for one stage come in quarters, and weights that have no room beside them are kept in quarters:
// one by lanes, before the loop, the others where a path to memory keeps them.

// CHECK-LABEL: func.func @norm$v0(
// CHECK: %[[W0:.*]] = tile.load_view {{.*}} : !tile.partition_view<1x8192, <1x65536xf32
// CHECK: scf.for
// CHECK: %[[PLACE:.*]] = arith.muli {{.*}}, %c4_i64
// CHECK: %[[X0:.*]] = tile.load_view {{.*}}, %[[PLACE]] : i32, i64] : !tile.partition_view<1x8192, <?x65536xf32
// CHECK: %[[P1:.*]] = arith.addi %[[PLACE]], %c1_i64
// CHECK: %[[X1:.*]] = tile.load_view {{.*}}, %[[P1]] : i32, i64]
// CHECK: %[[X2:.*]] = tile.load_view
// CHECK: %[[X3:.*]] = tile.load_view
// CHECK: %[[LEFT:.*]] = tile.cat %[[X0]], %[[X1]] axis = 1
// CHECK: %[[RIGHT:.*]] = tile.cat %[[X2]], %[[X3]] axis = 1
// CHECK: %[[X:.*]] = tile.cat %[[LEFT]], %[[RIGHT]] axis = 1
// CHECK: tile.reduce %[[X]]
// CHECK: %[[W1:.*]] = tile.load_view {{.*}} : !tile.partition_view<1x8192, <1x65536xf32
// CHECK: %[[W2:.*]] = tile.load_view
// CHECK: %[[W3:.*]] = tile.load_view
// CHECK: tile.cat %[[W0]], %[[W1]] axis = 1
// CHECK: tile.cat %[[W2]], %[[W3]] axis = 1
// CHECK: tile.store_view {{.*}} : !tile.partition_view<1x32768
// CHECK-LABEL: func.func @norm(
func.func @norm(%in: !tile.ptr<f32> {tile.restrict}, %weight: !tile.ptr<f32> {tile.restrict}, %out: !tile.ptr<f32> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x65536xf32, strides = [65536, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x65536xf32>) -> tensor<1x1xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %all = tile.broadcast %s : tensor<1x1xf32> -> tensor<1x65536xf32>
  %y = arith.divf %x, %all : tensor<1x65536xf32>
  %u = tile.make_tensor_view %weight : !tile.ptr<f32> -> !tile.tensor_view<1x65536xf32, strides = [65536, 1]>
  %wv = tile.make_view %u : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %w = tile.load_view %wv[%c0, %c0 : i32, i32] in_bounds : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %z = arith.mulf %y, %w : tensor<1x65536xf32>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x65536xf32, strides = [65536, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %z : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  return
}

// -----

// Weight and bias find no room together: all is loaded whole, for each row.
// CHECK-LABEL: func.func @norm_and_shift$v0(
// CHECK-NOT: tile.load_view
// CHECK: scf.for
// CHECK-COUNT-3: tile.load_view {{.*}} : !tile.partition_view<1x32768
// CHECK-NOT: tile.load_view
// CHECK-LABEL: func.func @norm_and_shift(
func.func @norm_and_shift(%in: !tile.ptr<f32> {tile.restrict}, %weight: !tile.ptr<f32> {tile.restrict}, %bias: !tile.ptr<f32> {tile.restrict},
                          %out: !tile.ptr<f32> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x65536xf32, strides = [65536, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x65536xf32>) -> tensor<1x1xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %all = tile.broadcast %s : tensor<1x1xf32> -> tensor<1x65536xf32>
  %y = arith.divf %x, %all : tensor<1x65536xf32>
  %u = tile.make_tensor_view %weight : !tile.ptr<f32> -> !tile.tensor_view<1x65536xf32, strides = [65536, 1]>
  %wv = tile.make_view %u : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %w = tile.load_view %wv[%c0, %c0 : i32, i32] in_bounds : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %scaled = arith.mulf %y, %w : tensor<1x65536xf32>
  %bu = tile.make_tensor_view %bias : !tile.ptr<f32> -> !tile.tensor_view<1x65536xf32, strides = [65536, 1]>
  %bv = tile.make_view %bu : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %bs = tile.load_view %bv[%c0, %c0 : i32, i32] in_bounds : !tile.partition_view<1x65536, <1x65536xf32, strides = [65536, 1]>>
  %z = arith.addf %scaled, %bs : tensor<1x65536xf32>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x65536xf32, strides = [65536, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %z : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  return
}
