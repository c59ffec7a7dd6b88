// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -canonicalize | FileCheck %s
// Accesses through views: those that are seen to stay inside say so.

!tensor = !tile.tensor_view<64x48xf32, strides = [48, 1]>
!tiles = !tile.partition_view<32x16, !tensor, padding = zero>
!steps = !tile.strided_view<32x16, steps = [8, 1], !tensor>
!open = !tile.tensor_view<?x48xf32, strides = [48, 1]>
!openTiles = !tile.partition_view<32x16, !open, padding = zero>

// The last tile inside, and the first outside in each dimension.
// CHECK-LABEL: func.func @partition
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] in_bounds
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] :
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] :
// CHECK: tile.store_view %{{.*}}[%{{.*}}, %{{.*}} : i32, i32], %{{.*}} in_bounds
func.func @partition(%t: !tensor) -> (tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %v = tile.make_view %t : !tiles
  %0 = tile.load_view %v[%one, %two : i32, i32] : !tiles
  %1 = tile.load_view %v[%two, %zero : i32, i32] : !tiles
  %2 = tile.load_view %v[%zero, %three : i32, i32] : !tiles
  tile.store_view %v[%zero, %zero : i32, i32], %0 : !tiles
  return %0, %1, %2 : tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>
}

// Tiles that overlap: 4 * 8 + 32 rows are 64. Indices are unsigned.
// CHECK-LABEL: func.func @strided
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i8, i8] in_bounds
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i8, i8] :
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %{{.*}} : i8, i8] :
func.func @strided(%t: !tensor) -> (tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>) {
  %zero = arith.constant 0 : i8
  %four = arith.constant 4 : i8
  %five = arith.constant 5 : i8
  %minus = arith.constant -1 : i8
  %last = arith.constant 32 : i8
  %v = tile.make_view %t : !steps
  %0 = tile.load_view %v[%four, %last : i8, i8] : !steps
  %1 = tile.load_view %v[%five, %zero : i8, i8] : !steps
  %2 = tile.load_view %v[%zero, %minus : i8, i8] : !steps
  return %0, %1, %2 : tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>
}

// What a launch decides stays open here (see tile-specialize-arguments).
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: in_bounds
// CHECK: return
func.func @dynamic(%t: !tensor, %o: !open, %i: i32) -> (tensor<32x16xf32>, tensor<32x16xf32>) {
  %zero = arith.constant 0 : i32
  %v = tile.make_view %t : !tiles
  %w = tile.make_view %o : !openTiles
  %0 = tile.load_view %v[%zero, %i : i32, i32] : !tiles
  %1 = tile.load_view %w[%zero, %zero : i32, i32] : !openTiles
  return %0, %1 : tensor<32x16xf32>, tensor<32x16xf32>
}

// A load that nobody reads goes, a view that nobody uses too; a store stays.
// CHECK-LABEL: func.func @unused
// CHECK-SAME: (%[[T:.*]]: !tile.tensor_view
// CHECK-NOT: tile.load_view
// CHECK: tile.make_view
// CHECK-NEXT: tile.store_view
// CHECK-NEXT: return
func.func @unused(%t: !tensor, %x: tensor<32x16xf32>, %i: i32) {
  %v = tile.make_view %t : !tiles
  %w = tile.make_view %t : !steps
  %0 = tile.load_view %w[%i, %i : i32, i32] : !steps
  tile.store_view %v[%i, %i : i32, i32], %x : !tiles
  return
}
