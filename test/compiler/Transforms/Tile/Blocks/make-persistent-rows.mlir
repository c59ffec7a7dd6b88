// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-make-persistent | FileCheck %s
// RUN: tile-opt %s --tile-make-persistent=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// Of rows that a cluster shares, CTAs stay for parts of 4096 elements where these are narrow, for 16384 floats where there
// are 16 of them. In a grid of one dimension a row's number is its place.

// REMARK: remark: persistent: CTAs stay and loop over tile blocks, in grids of one dimension
// CHECK-LABEL: func.func @narrow$v0(
// CHECK-SAME: tile.persistent
// CHECK-SAME: #tile.variant<@narrow, 0, [<kind = at_least, grid = y, value = -1>, <kind = at_least, grid = z, value = -1>]>
// CHECK: %[[X:.*]] = tile.num_blocks x
// CHECK: %[[BLOCKS:.*]] = tile.assume %[[X]]
// CHECK: scf.for %[[PLACE:.*]] = %{{.*}} to %[[BLOCKS]] step
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: %[[ROW:.*]] = tile.assume %[[PLACE]]
// CHECK: tile.load_view %{{.*}}[%[[ROW]],
// CHECK: {tile.block_loop}
func.func @narrow(%in: !tile.ptr<bf16> {tile.restrict}, %out: !tile.ptr<bf16> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 4>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x65536xbf16, strides = [65536, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x65536xbf16>) -> tensor<1x1xbf16> {
  ^bb0(%p: bf16, %q: bf16):
    %r = arith.addf %p, %q : bf16
    tile.yield %r : bf16
  }
  %all = tile.broadcast %s : tensor<1x1xbf16> -> tensor<1x65536xbf16>
  %y = arith.divf %x, %all : tensor<1x65536xbf16>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x65536xbf16, strides = [65536, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %y : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>>
  return
}

// CHECK-LABEL: func.func @few$v0(
// CHECK: {tile.block_loop}
func.func @few(%in: !tile.ptr<bf16> {tile.restrict}, %out: !tile.ptr<bf16> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 16>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x65536xbf16, strides = [65536, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x65536xbf16>) -> tensor<1x1xbf16> {
  ^bb0(%p: bf16, %q: bf16):
    %r = arith.addf %p, %q : bf16
    tile.yield %r : bf16
  }
  %all = tile.broadcast %s : tensor<1x1xbf16> -> tensor<1x65536xbf16>
  %y = arith.divf %x, %all : tensor<1x65536xbf16>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x65536xbf16, strides = [65536, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %y : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>>
  return
}

// CHECK-LABEL: func.func @fewer(
// CHECK-NOT: tile.block_loop
func.func @fewer(%in: !tile.ptr<bf16> {tile.restrict}, %out: !tile.ptr<bf16> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 16>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x32768xbf16, strides = [32768, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x32768, <?x32768xbf16, strides = [32768, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x32768, <?x32768xbf16, strides = [32768, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x32768xbf16>) -> tensor<1x1xbf16> {
  ^bb0(%p: bf16, %q: bf16):
    %r = arith.addf %p, %q : bf16
    tile.yield %r : bf16
  }
  %all = tile.broadcast %s : tensor<1x1xbf16> -> tensor<1x32768xbf16>
  %y = arith.divf %x, %all : tensor<1x32768xbf16>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x32768xbf16, strides = [32768, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x32768, <?x32768xbf16, strides = [32768, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %y : !tile.partition_view<1x32768, <?x32768xbf16, strides = [32768, 1]>>
  return
}

// Who asks for more has grids of more dimensions.
// REMARK: remark: persistent: CTAs stay and loop over tile blocks{{$}}
// CHECK-LABEL: func.func @plane$v0(
// CHECK-SAME: tile.variant = #tile.variant<@plane, 0>
// CHECK: arith.remui
// CHECK: {tile.block_loop}
func.func @plane(%in: !tile.ptr<bf16> {tile.restrict}, %out: !tile.ptr<bf16> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 4>]} {
  %b = tile.block_id x
  %c0 = tile.block_id y
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x65536xbf16, strides = [65536, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x65536xbf16>) -> tensor<1x1xbf16> {
  ^bb0(%p: bf16, %q: bf16):
    %r = arith.addf %p, %q : bf16
    tile.yield %r : bf16
  }
  %all = tile.broadcast %s : tensor<1x1xbf16> -> tensor<1x65536xbf16>
  %y = arith.divf %x, %all : tensor<1x65536xbf16>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x65536xbf16, strides = [65536, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %y : !tile.partition_view<1x65536, <?x65536xbf16, strides = [65536, 1]>>
  return
}

// CHECK-LABEL: func.func @wide(
// CHECK-NOT: tile.block_loop
func.func @wide(%in: !tile.ptr<f32> {tile.restrict}, %out: !tile.ptr<f32> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 4>]} {
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
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x65536xf32, strides = [65536, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %y : !tile.partition_view<1x65536, <?x65536xf32, strides = [65536, 1]>>
  return
}

// CHECK-LABEL: func.func @many$v0(
// CHECK: {tile.block_loop}
func.func @many(%in: !tile.ptr<f32> {tile.restrict}, %out: !tile.ptr<f32> {tile.restrict}, %n: i32)
    attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 16>]} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %in extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x262144xf32, strides = [262144, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x262144, <?x262144xf32, strides = [262144, 1]>, padding = zero>
  %x = tile.load_view %v[%b, %c0 : i32, i32] : !tile.partition_view<1x262144, <?x262144xf32, strides = [262144, 1]>, padding = zero>
  %s = tile.reduce %x axis = 1 : (tensor<1x262144xf32>) -> tensor<1x1xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %all = tile.broadcast %s : tensor<1x1xf32> -> tensor<1x262144xf32>
  %y = arith.divf %x, %all : tensor<1x262144xf32>
  %to = tile.make_tensor_view %out extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x262144xf32, strides = [262144, 1]>
  %o = tile.make_view %to : !tile.partition_view<1x262144, <?x262144xf32, strides = [262144, 1]>>
  tile.store_view %o[%b, %c0 : i32, i32], %y : !tile.partition_view<1x262144, <?x262144xf32, strides = [262144, 1]>>
  return
}
