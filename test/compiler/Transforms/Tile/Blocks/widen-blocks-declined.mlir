// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that load the same, but are more than rows beside each other: a CTA takes one.
// RUN: tile-opt %s --tile-widen-blocks --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-widen-blocks=remarks --split-input-file --verify-diagnostics -o /dev/null

// Number x of what is beside block x is not number x of wide tiles.
// CHECK-LABEL: func.func @computed$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @computed$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@computed, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  %k = arith.constant 7 : i32
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is a number that is computed from the block's}}
  %other = arith.addi %x, %k : i32
  tile.store_view %yv[%other, %c0 : i32, i32], %sums : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @computed(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@computed, 1>} {
  return
}

// -----

// Tiles of one row: which of their dimensions would grow is not seen.
// CHECK-LABEL: func.func @single$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @single$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@single, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<1x64xf32>
  %mt = tile.make_tensor_view %m extents [%rows, %columns : i32, i32] strides [%columns : i32] : !tile.ptr<i8> -> !tile.tensor_view<?x?xi8, strides = [?, 1]>
  %mv = tile.make_view %mt : !tile.partition_view<1x64, <?x?xi8, strides = [?, 1]>, padding = zero>
  %vt = tile.make_tensor_view %v extents [%columns : i32] : !tile.ptr<f32> -> !tile.tensor_view<1x?xf32, strides = [1, 1]>
  %vv = tile.make_view %vt : !tile.partition_view<1x64, <1x?xf32, strides = [1, 1]>, padding = zero>
  %sums = scf.for %t = %c0 to %columns step %c1 iter_args(%s = %zeros) -> (tensor<1x64xf32>) : i32 {
    %a = tile.load_view %mv[%x, %t : i32, i32] : !tile.partition_view<1x64, <?x?xi8, strides = [?, 1]>, padding = zero>
    %b = tile.load_view %vv[%c0, %t : i32, i32] : !tile.partition_view<1x64, <1x?xf32, strides = [1, 1]>, padding = zero>
    %f = arith.sitofp %a : tensor<1x64xi8> to tensor<1x64xf32>
    %w = tile.broadcast %b : tensor<1x64xf32> -> tensor<1x64xf32>
    %n = math.fma %f, %w, %s : tensor<1x64xf32>
    scf.yield %n : tensor<1x64xf32>
  }
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<1x64, <?x64xf32, strides = [64, 1]>>
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is a tile with one row for each block}}
  tile.store_view %yv[%x, %c0 : i32, i32], %sums : !tile.partition_view<1x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @single(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@single, 1>} {
  return
}

// -----

// Numbers of rows begin at zero in each block.
// CHECK-LABEL: func.func @numbered$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @numbered$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@numbered, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is what is known of a block's rows}}
  %i = tile.iota : tensor<4xi32>
  %g = arith.sitofp %i : tensor<4xi32> to tensor<4xf32>
  %h = tile.reshape %g : tensor<4xf32> -> tensor<4x1xf32>
  %j = tile.broadcast %h : tensor<4x1xf32> -> tensor<4x64xf32>
  %z = arith.addf %sums, %j : tensor<4x64xf32>
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  tile.store_view %yv[%x, %c0 : i32, i32], %z : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @numbered(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@numbered, 1>} {
  return
}

// -----

// Over a block's rows.
// CHECK-LABEL: func.func @together$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @together$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@together, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is a reduction of a block's rows}}
  %r = tile.reduce %sums axis = 0 : (tensor<4x64xf32>) -> tensor<1x64xf32> {
  ^bb0(%p: f32, %q: f32):
    %u = arith.addf %p, %q : f32
    tile.yield %u : f32
  }
  %j = tile.broadcast %r : tensor<1x64xf32> -> tensor<4x64xf32>
  %z = arith.addf %sums, %j : tensor<4x64xf32>
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  tile.store_view %yv[%x, %c0 : i32, i32], %z : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @together(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@together, 1>} {
  return
}

// -----

// What every block stores to one place.
// CHECK-LABEL: func.func @same$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @same$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@same, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is all blocks store to one place}}
  tile.store_view %yv[%c0, %c0 : i32, i32], %sums : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @same(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@same, 1>} {
  return
}

// -----

// Rows that all blocks load belong to each of them.
// CHECK-LABEL: func.func @shared$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @shared$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@shared, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  %bt = tile.make_tensor_view %v extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %bv = tile.make_view %bt : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is rows that are the same for all blocks}}
  %bias = tile.load_view %bv[%c0, %c0 : i32, i32] : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  %z = arith.addf %sums, %bias : tensor<4x64xf32>
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  tile.store_view %yv[%x, %c0 : i32, i32], %z : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @shared(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@shared, 1>} {
  return
}

// -----

// An effect for each block.
// CHECK-LABEL: func.func @printed$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @printed$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@printed, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is an operation tile.print}}
  tile.print "%d\0A" %c0 : i32
  %yt = tile.make_tensor_view %y extents [%rows : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
  %yv = tile.make_view %yt : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  tile.store_view %yv[%x, %c0 : i32, i32], %sums : !tile.partition_view<4x64, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @printed(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@printed, 1>} {
  return
}

// -----

// Windows of blocks overlap.
// CHECK-LABEL: func.func @windows$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @windows$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@windows, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  %yv = tile.make_view %yt : !tile.strided_view<4x64, steps = [2, 64], <?x64xf32, strides = [64, 1]>>
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is a view whose tiles are not beside each other}}
  tile.store_view %yv[%x, %c0 : i32, i32], %sums : !tile.strided_view<4x64, steps = [2, 64], <?x64xf32, strides = [64, 1]>>
  return
}
func.func @windows(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@windows, 1>} {
  return
}

// -----

// Blocks on a diagonal: a wide tile would have what lies beside it, too.
// CHECK-LABEL: func.func @diagonal$v0(
// CHECK-NOT: tile.blocks_of_cta
func.func @diagonal$v0(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@diagonal, 0>} {
  %x = tile.block_id x
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
  %dv = tile.make_view %yt : !tile.partition_view<4x8, <?x64xf32, strides = [64, 1]>>
  // expected-remark@+1 {{each CTA takes one block, though blocks along x load the same: there is two dimensions of one tile that depend on the block}}
  %k = tile.load_view %dv[%x, %x : i32, i32] : !tile.partition_view<4x8, <?x64xf32, strides = [64, 1]>>
  tile.store_view %dv[%x, %x : i32, i32], %k : !tile.partition_view<4x8, <?x64xf32, strides = [64, 1]>>
  return
}
func.func @diagonal(%y: !tile.ptr<f32>, %m: !tile.ptr<i8>, %v: !tile.ptr<f32>, %rows: i32, %columns: i32)
    attributes {tile.kernel, tile.variant = #tile.variant<@diagonal, 1>} {
  return
}
