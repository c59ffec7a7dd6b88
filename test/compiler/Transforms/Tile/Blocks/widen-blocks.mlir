// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that load the same vector in a loop: the first form gets a copy whose CTAs take several at once.
// RUN: tile-opt %s --tile-widen-blocks --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-widen-blocks=remarks --split-input-file --verify-diagnostics -o /dev/null

#matrix = #tile.fact<kind = multiple_of, argument = 1, value = 16>

// As much as of the matrix is loaded of the vector: four blocks make it a quarter.
// CHECK-LABEL: func.func @product$wide(
// CHECK-SAME: tile.blocks_of_cta = array<i32: 4, 1, 1>, tile.kernel, tile.many_blocks = 4224 : i64
// CHECK-SAME: #tile.variant<@product, -1, [<kind = multiple_of, argument = 1, value = 16>, <kind = multiple_of, grid = x, value = 4>]>
// CHECK: %[[X:.*]] = tile.block_id x
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<16x1024xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ZEROS]]) -> (tensor<16x1024xf32>)
// CHECK: tile.load_view %{{.*}}[%[[X]], %{{.*}} : i32, i32] : !tile.partition_view<16x1024, <?x?xi8
// CHECK: tile.load_view {{.*}} : !tile.partition_view<1x1024, <1x?xf32
// CHECK: tile.broadcast %{{.*}} : tensor<1x1024xf32> -> tensor<16x1024xf32>
// CHECK: tile.reduce {{.*}} : (tensor<16x1024xf32>) -> tensor<16x1xf32>
// CHECK: tile.store_view %{{.*}}[%[[X]], %{{.*}} : i32, i32], %{{.*}} : !tile.partition_view<16x1
// CHECK-LABEL: func.func @product$v0(
// CHECK-NOT: 16x1024
// CHECK-LABEL: func.func @product(
// CHECK-NOT: 16x1024
// expected-remark@+1 {{a CTA takes 4 blocks along x, which load the same once, in grids of at least 4224 blocks, a multiple of 4 along x}}
func.func @product$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@product, 0, [#matrix]>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<4x1024xf32>
  %mt = tile.make_tensor_view %m extents [%rows, %columns : i32, i32] strides [%columns : i32] : !tile.ptr<i8> -> !tile.tensor_view<?x?xi8, strides = [?, 1]>
  %mv = tile.make_view %mt : !tile.partition_view<4x1024, <?x?xi8, strides = [?, 1]>, padding = zero>
  %vt = tile.make_tensor_view %v extents [%columns : i32] : !tile.ptr<f32> -> !tile.tensor_view<1x?xf32, strides = [1, 1]>
  %vv = tile.make_view %vt : !tile.partition_view<1x1024, <1x?xf32, strides = [1, 1]>, padding = zero>
  %sums = scf.for %t = %c0 to %columns step %c1 iter_args(%s = %zeros) -> (tensor<4x1024xf32>) : i32 {
    %a = tile.load_view %mv[%x, %t : i32, i32] : !tile.partition_view<4x1024, <?x?xi8, strides = [?, 1]>, padding = zero>
    %b = tile.load_view %vv[%c0, %t : i32, i32] : !tile.partition_view<1x1024, <1x?xf32, strides = [1, 1]>, padding = zero>
    %f = arith.sitofp %a : tensor<4x1024xi8> to tensor<4x1024xf32>
    %w = tile.broadcast %b : tensor<1x1024xf32> -> tensor<4x1024xf32>
    %n = math.fma %f, %w, %s : tensor<4x1024xf32>
    scf.yield %n : tensor<4x1024xf32>
  }
  %r = tile.reduce %sums axis = 1 : (tensor<4x1024xf32>) -> tensor<4x1xf32> {
  ^bb0(%p: f32, %q: f32):
    %u = arith.addf %p, %q : f32
    tile.yield %u : f32
  }
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x1xf32, strides = [1, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<4x1, <?x1xf32, strides = [1, 1]>>
  tile.store_view %yv[%x, %c0 : i32, i32], %r : !tile.partition_view<4x1, <?x1xf32, strides = [1, 1]>>
  return
}
func.func @product(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@product, 1>} {
  return
}

// -----

// Floats: the vector is a quarter of what is loaded as it is.
// CHECK-LABEL: func.func @little$v0(
// CHECK-NOT: wide
func.func @little$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<f32>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@little, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<4x64xf32>
  %mt = tile.make_tensor_view %m extents [%rows, %columns : i32, i32] strides [%columns : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %mv = tile.make_view %mt : !tile.partition_view<4x64, <?x?xf32, strides = [?, 1]>, padding = zero>
  %vt = tile.make_tensor_view %v extents [%columns : i32] : !tile.ptr<f32> -> !tile.tensor_view<1x?xf32, strides = [1, 1]>
  %vv = tile.make_view %vt : !tile.partition_view<1x64, <1x?xf32, strides = [1, 1]>, padding = zero>
  %sums = scf.for %t = %c0 to %columns step %c1 iter_args(%s = %zeros) -> (tensor<4x64xf32>) : i32 {
    %a = tile.load_view %mv[%x, %t : i32, i32] : !tile.partition_view<4x64, <?x?xf32, strides = [?, 1]>, padding = zero>
    %b = tile.load_view %vv[%c0, %t : i32, i32] : !tile.partition_view<1x64, <1x?xf32, strides = [1, 1]>, padding = zero>
    %w = tile.broadcast %b : tensor<1x64xf32> -> tensor<4x64xf32>
    %n = math.fma %a, %w, %s : tensor<4x64xf32>
    scf.yield %n : tensor<4x64xf32>
  }
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  tile.store_view %yv[%x, %c0 : i32, i32], %sums : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @little(%y: !tile.ptr<f32>, %m: !tile.ptr<f32>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@little, 1>} {
  return
}

// -----

// What a block only stores, and what it only copies, is a wide block's too.
// CHECK-LABEL: func.func @beside$wide(
// CHECK: %[[ONES:.*]] = arith.constant dense<1.000000e+00> : tensor<16x8xf32>
// CHECK: tile.store_view %{{.*}}, %[[ONES]] : !tile.partition_view<16x8
// CHECK: %[[COPIED:.*]] = tile.load_view {{.*}} : !tile.partition_view<16x16
// CHECK: tile.store_view %{{.*}}, %[[COPIED]] : !tile.partition_view<16x16
// CHECK-LABEL: func.func @beside$v0(
// expected-remark@+1 {{a CTA takes 4 blocks along x}}
func.func @beside$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@beside, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ones = arith.constant dense<1.0> : tensor<4x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<4x64xf32>
  %mt = tile.make_tensor_view %m extents [%rows, %columns : i32, i32] strides [%columns : i32] : !tile.ptr<i8> -> !tile.tensor_view<?x?xi8, strides = [?, 1]>
  %mv = tile.make_view %mt : !tile.partition_view<4x64, <?x?xi8, strides = [?, 1]>, padding = zero>
  %vt = tile.make_tensor_view %v extents [%columns : i32] : !tile.ptr<f32> -> !tile.tensor_view<1x?xf32, strides = [1, 1]>
  %vv = tile.make_view %vt : !tile.partition_view<1x64, <1x?xf32, strides = [1, 1]>, padding = zero>
  %sums = scf.for %t = %c0 to %columns step %c1 iter_args(%s = %zeros) -> (tensor<4x64xf32>) : i32 {
    %a = tile.load_view %mv[%x, %t : i32, i32] : !tile.partition_view<4x64, <?x?xi8, strides = [?, 1]>, padding = zero>
    %b = tile.load_view %vv[%c0, %t : i32, i32] : !tile.partition_view<1x64, <1x?xf32, strides = [1, 1]>, padding = zero>
    %f = arith.sitofp %a : tensor<4x64xi8> to tensor<4x64xf32>
    %w = tile.broadcast %b : tensor<1x64xf32> -> tensor<4x64xf32>
    %n = math.fma %f, %w, %s : tensor<4x64xf32>
    scf.yield %n : tensor<4x64xf32>
  }
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  tile.store_view %yv[%x, %c0 : i32, i32], %sums : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  %few = tile.make_view %yt : !tile.partition_view<4x8, <?x64xf32, strides = [64, 1]>>
  tile.store_view %few[%x, %c0 : i32, i32], %ones : !tile.partition_view<4x8, <?x64xf32, strides = [64, 1]>>
  %some = tile.make_view %yt : !tile.partition_view<4x16, <?x64xf32, strides = [64, 1]>>
  %k = tile.load_view %some[%x, %c0 : i32, i32] : !tile.partition_view<4x16, <?x64xf32, strides = [64, 1]>>
  tile.store_view %some[%x, %c1 : i32, i32], %k : !tile.partition_view<4x16, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @beside(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@beside, 1>} {
  return
}
