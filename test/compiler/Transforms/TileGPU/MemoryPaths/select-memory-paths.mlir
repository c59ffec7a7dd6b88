// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths --cse --split-input-file --verify-diagnostics | FileCheck %s

#t = #tile_gpu.layout<register = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]>
!tensor = !tile.tensor_view<?x?xf32, strides = [?, 1]>
!view = !tile.partition_view<4x32, !tensor, padding = negative_inf>

// Start of the tile, addresses of the elements, and what is left of the tensor from there, in 64 bits; lanes compare 32 bits.
// CHECK-LABEL: func @load
// CHECK-SAME: %[[P:.*]]: !tile.ptr<f32>, %[[M:.*]]: i32, %[[N:.*]]: i32, %[[I:.*]]: i32, %[[J:.*]]: i32)
// CHECK: %[[M64:.*]] = arith.extui %[[M]] : i32 to i64
// CHECK: %[[N64:.*]] = arith.extui %[[N]] : i32 to i64
// CHECK: %[[I64:.*]] = arith.extui %[[I]] : i32 to i64
// CHECK: %[[ROW:.*]] = arith.muli %[[I64]], %{{.*}} : i64
// CHECK: %[[START:.*]] = arith.muli %[[ROW]], %[[N64]] : i64
// CHECK: tile_gpu.coordinate 0
// An index is unsigned: beyond the end nothing is left, whatever its sign bit.
// CHECK: %[[BEGIN:.*]] = arith.minui %[[ROW]], %[[M64]] : i64
// CHECK: arith.subi %[[M64]], %[[BEGIN]] : i64
// CHECK: arith.cmpi ult
// CHECK: arith.addi %[[START]], %{{.*}} : i64
// CHECK: tile_gpu.coordinate 1
// CHECK: arith.cmpi ult
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: tile.offset %[[P]], %{{.*}} : !tile.ptr<f32>, i64
// CHECK: %[[POINTERS:.*]] = tile.offset
// CHECK: %[[PADDING:.*]] = arith.constant dense<0xFF800000>
// CHECK: tile_gpu.load %[[POINTERS]] mask %[[INSIDE]] padding %[[PADDING]]
// CHECK-NOT: make_view
func.func @load(%p: !tile.ptr<f32>, %m: i32, %n: i32, %i: i32, %j: i32) -> tensor<4x32xf32, #t> {
  %tv = tile.make_tensor_view %p extents [%m, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !view
  %x = tile_gpu.load_view %v[%i, %j : i32, i32] : !view -> tensor<4x32xf32, #t>
  return %x : tensor<4x32xf32, #t>
}

// A promise to stay inside saves the mask.
// CHECK-LABEL: func @in_bounds
// CHECK-NOT: cmpi
// CHECK: tile_gpu.load %{{[^ ]*}} : tensor
// CHECK: tile_gpu.store %{{[^ ]*}}, %{{[^ ]*}} : tensor
func.func @in_bounds(%p: !tile.ptr<f32>, %m: i32, %n: i32, %i: i32, %j: i32) {
  %tv = tile.make_tensor_view %p extents [%m, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !view
  %x = tile_gpu.load_view %v[%i, %j : i32, i32] in_bounds : !view -> tensor<4x32xf32, #t>
  tile_gpu.store_view %v[%i, %j : i32, i32], %x in_bounds : !view, tensor<4x32xf32, #t>
  return
}

// A dimension of which the tile has one element is inside or outside as a whole; no coordinate is computed.
// CHECK-LABEL: func @one_row
// CHECK-NOT: tile_gpu.coordinate 0
// CHECK: %[[ROW:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i64
// CHECK: tile.splat %[[ROW]] : tensor<1x32xi1
#row = #tile_gpu.layout<lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]>
!rows = !tile.partition_view<1x32, !tensor, padding = zero>
func.func @one_row(%p: !tile.ptr<f32>, %m: i32, %n: i32, %i: i32, %x: tensor<1x32xf32, #row>) {
  %tv = tile.make_tensor_view %p extents [%m, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !rows
  tile_gpu.store_view %v[%i, %i : i32, i32], %x : !rows, tensor<1x32xf32, #row>
  return
}

// The index tile of a gather stands for its dimension's coordinates; it is brought to the rows' lanes and stretched along them.
// CHECK-LABEL: func @gather
// CHECK: %[[C:.*]] = tile_gpu.convert_layout %arg2
// CHECK: %[[COLUMN:.*]] = tile_gpu.reshape %[[C]] : tensor<4xi32, #{{.*}}> -> tensor<4x1xi32, #{{.*}}>
// CHECK: %[[WIDE:.*]] = tile_gpu.broadcast %[[COLUMN]]
// CHECK: %[[ROW:.*]] = arith.extui %[[WIDE]]
// CHECK: arith.muli %[[ROW]]
// CHECK: arith.cmpi ult, %[[ROW]]
#index = #tile_gpu.layout<lane = [[1], [2], [0], [0], [0]]>
!gather = !tile.gather_scatter_view<4x32, dimension = 0, !tensor>
func.func @gather(%p: !tile.ptr<f32>, %n: i32, %i: tensor<4xi32, #index>, %j: i32) -> tensor<4x32xf32, #t> {
  %tv = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !gather
  %x = tile_gpu.load_view %v[%i, %j : tensor<4xi32, #index>, i32] : !gather -> tensor<4x32xf32, #t>
  return %x : tensor<4x32xf32, #t>
}

// Atomics through views become atomics through pointers, with their order, scope and mask.
// CHECK-LABEL: func @atomics
// CHECK: tile_gpu.atomic_load acquire device %{{.*}} mask %{{.*}} padding
// CHECK: tile_gpu.atomic_store release system %{{.*}} mask
// CHECK: tile_gpu.atomic_rmw max_signed relaxed block %{{.*}} mask {{.*}}{{>$}}
#l = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
!ints = !tile.partition_view<32, !tile.tensor_view<?xi32, strides = [1]>, padding = zero>
func.func @atomics(%p: !tile.ptr<i32>, %n: i32, %i: i32) {
  %tv = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<i32> -> !tile.tensor_view<?xi32, strides = [1]>
  %v = tile.make_view %tv : !ints
  %x = tile_gpu.atomic_load_view acquire device %v[%i : i32] : !ints -> tensor<32xi32, #l>
  tile_gpu.atomic_store_view release system %v[%i : i32], %x : !ints, tensor<32xi32, #l>
  tile_gpu.atomic_reduce_view max_signed relaxed block %v[%i : i32], %x : !ints, tensor<32xi32, #l>
  return
}

// -----
#l = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
!ints = !tile.partition_view<32, !tile.tensor_view<?xi32, strides = [1]>>
func.func @unknown(%v: !ints, %i: i32) {
  // expected-error @below {{not supported yet: a view chosen at run time}}
  %x = tile_gpu.load_view %v[%i : i32] : !ints -> tensor<32xi32, #l>
  return
}

// -----

#t = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]]>
!tensor = !tile.tensor_view<?x?xf32, strides = [?, 1]>
!view = !tile.partition_view<1x128, !tensor, padding = zero>

// Where a variant's facts say that a dimension is inside, only the other one is looked at: a row's number here. The
// second tile of a row would need 256 columns, and an index that is computed may be any.
// CHECK-LABEL: func @known_columns
// CHECK: %[[ISROW:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i64
// CHECK-NOT: cmpi
// CHECK: %[[ROW:.*]] = tile.splat %[[ISROW]]
// CHECK: tile_gpu.load %{{.*}} mask %[[ROW]]
// CHECK: arith.cmpi ult, {{.*}} : tensor<1x128xi32
// CHECK: tile_gpu.load
// CHECK: arith.cmpi ult, {{.*}} : tensor<1x128xi32
// CHECK: tile_gpu.load
func.func @known_columns(%p: !tile.ptr<f32>, %m: i32, %n: i32, %i: i32, %q: tensor<1x128x!tile.ptr<f32>, #t>) attributes {tile.variant = #tile.variant<@known_columns, 0, [<kind = at_least, argument = 2, value = 200>]>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %known = tile.assume %n [#tile.divisible<4>] : i32
  %tv = tile.make_tensor_view %p extents [%m, %known : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !view
  %x = tile_gpu.load_view %v[%i, %zero : i32, i32] : !view -> tensor<1x128xf32, #t>
  tile_gpu.store %q, %x : tensor<1x128x!tile.ptr<f32>, #t>
  %y = tile_gpu.load_view %v[%i, %one : i32, i32] : !view -> tensor<1x128xf32, #t>
  tile_gpu.store %q, %y : tensor<1x128x!tile.ptr<f32>, #t>
  %z = tile_gpu.load_view %v[%zero, %i : i32, i32] : !view -> tensor<1x128xf32, #t>
  tile_gpu.store %q, %z : tensor<1x128x!tile.ptr<f32>, #t>
  return
}
