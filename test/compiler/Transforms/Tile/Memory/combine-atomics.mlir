// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-combine-atomics | FileCheck %s
// Updates of one cell by a whole tile are one update by what the tile comes to; memory would do them one after the other.

// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[P:[a-z0-9]+]]: !tile.ptr<i32>, %[[V:[a-z0-9]+]]: tensor<256xi32>
// CHECK: %[[R:.*]] = tile.reduce %[[V]] axis = 0
// CHECK: arith.addi
// CHECK: %[[S:.*]] = tile.to_scalar %[[R]]
// CHECK: tile.atomic_rmw add release device %[[P]], %[[S]] : !tile.ptr<i32>
// CHECK-NOT: atomic_rmw
func.func @sum(%p: !tile.ptr<i32>, %v: tensor<256xi32>) {
  %ps = tile.splat %p : tensor<256x!tile.ptr<i32>>
  tile.atomic_rmw add release device %ps, %v : tensor<256x!tile.ptr<i32>>
  return
}

// A cell that the pointer was moved to, and a tile of two dimensions.
// CHECK-LABEL: func.func @moved(
// CHECK: tile.reshape %{{.*}} : tensor<4x8xf32> -> tensor<32xf32>
// CHECK: arith.addf
// CHECK: %[[Q:.*]] = tile.offset %{{.*}}, %{{.*}} : !tile.ptr<f32>, i32
// CHECK: tile.atomic_rmw sub relaxed block %[[Q]], %{{.*}} : !tile.ptr<f32>
func.func @moved(%p: !tile.ptr<f32>, %i: i32, %v: tensor<4x8xf32>) {
  %ps = tile.splat %p : tensor<4x8x!tile.ptr<f32>>
  %is = tile.splat %i : tensor<4x8xi32>
  %q = tile.offset %ps, %is : tensor<4x8x!tile.ptr<f32>>, tensor<4x8xi32>
  tile.atomic_rmw sub relaxed block %q, %v : tensor<4x8x!tile.ptr<f32>>
  return
}

// What is masked out contributes nothing; if nothing is left the cell is not touched.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<64xi1>
// CHECK: %[[N:.*]] = arith.constant dense<-2147483648> : tensor<64xi32>
// CHECK: %[[X:.*]] = arith.select %[[M]], %{{.*}}, %[[N]]
// CHECK: tile.reduce %[[M]] axis = 0
// CHECK: arith.ori
// CHECK: %[[ANY:.*]] = tile.to_scalar
// CHECK: tile.reduce %[[X]] axis = 0
// CHECK: arith.maxsi
// CHECK: tile.atomic_rmw max_signed relaxed device %{{.*}}, %{{.*}} mask %[[ANY]] : !tile.ptr<i32>
func.func @masked(%p: !tile.ptr<i32>, %v: tensor<64xi32>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>>
  tile.atomic_rmw max_signed relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<i32>>
  return
}

// Every other update of which the total is all that counts, with what changes nothing for it.
// CHECK-LABEL: func.func @bits_and(
// CHECK: arith.constant dense<-1> : tensor<64xi32>
// CHECK: arith.andi %{{.*}}, %{{.*}} : i32
// CHECK: tile.atomic_rmw and relaxed device %{{.*}}, %{{.*}} mask %{{.*}} : !tile.ptr<i32>
// CHECK-NOT: atomic_rmw
func.func @bits_and(%p: !tile.ptr<i32>, %v: tensor<64xi32>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>>
  tile.atomic_rmw and relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<i32>>
  return
}

// CHECK-LABEL: func.func @bits_or(
// CHECK: arith.constant dense<0> : tensor<64xi64>
// CHECK: arith.ori %{{.*}}, %{{.*}} : i64
// CHECK: tile.atomic_rmw or relaxed device %{{.*}}, %{{.*}} mask %{{.*}} : !tile.ptr<i64>
// CHECK-NOT: atomic_rmw
func.func @bits_or(%p: !tile.ptr<i64>, %v: tensor<64xi64>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i64>>
  tile.atomic_rmw or relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<i64>>
  return
}

// CHECK-LABEL: func.func @bits_xor(
// CHECK: arith.constant dense<0> : tensor<64xi32>
// CHECK: arith.xori %{{.*}}, %{{.*}} : i32
// CHECK: tile.atomic_rmw xor relaxed device %{{.*}}, %{{.*}} mask %{{.*}} : !tile.ptr<i32>
// CHECK-NOT: atomic_rmw
func.func @bits_xor(%p: !tile.ptr<i32>, %v: tensor<64xi32>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>>
  tile.atomic_rmw xor relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<i32>>
  return
}

// CHECK-LABEL: func.func @least_signed(
// CHECK: arith.constant dense<2147483647> : tensor<64xi32>
// CHECK: arith.minsi %{{.*}}, %{{.*}} : i32
// CHECK: tile.atomic_rmw min_signed relaxed device %{{.*}}, %{{.*}} mask %{{.*}} : !tile.ptr<i32>
// CHECK-NOT: atomic_rmw
func.func @least_signed(%p: !tile.ptr<i32>, %v: tensor<64xi32>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>>
  tile.atomic_rmw min_signed relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<i32>>
  return
}

// CHECK-LABEL: func.func @least_unsigned(
// CHECK: arith.constant dense<-1> : tensor<64xi64>
// CHECK: arith.minui %{{.*}}, %{{.*}} : i64
// CHECK: tile.atomic_rmw min_unsigned relaxed device %{{.*}}, %{{.*}} mask %{{.*}} : !tile.ptr<i64>
// CHECK-NOT: atomic_rmw
func.func @least_unsigned(%p: !tile.ptr<i64>, %v: tensor<64xi64>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i64>>
  tile.atomic_rmw min_unsigned relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<i64>>
  return
}

// CHECK-LABEL: func.func @greatest_unsigned(
// CHECK: arith.constant dense<0> : tensor<64xi32>
// CHECK: arith.maxui %{{.*}}, %{{.*}} : i32
// CHECK: tile.atomic_rmw max_unsigned relaxed device %{{.*}}, %{{.*}} mask %{{.*}} : !tile.ptr<i32>
// CHECK-NOT: atomic_rmw
func.func @greatest_unsigned(%p: !tile.ptr<i32>, %v: tensor<64xi32>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>>
  tile.atomic_rmw max_unsigned relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<i32>>
  return
}

// A float sum starts from the zero that changes no other zero.
// CHECK-LABEL: func.func @masked_float(
// CHECK: arith.constant dense<-0.000000e+00> : tensor<64xf32>
func.func @masked_float(%p: !tile.ptr<f32>, %v: tensor<64xf32>, %m: tensor<64xi1>) {
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>>
  tile.atomic_rmw add relaxed device %ps, %v mask %m : tensor<64x!tile.ptr<f32>>
  return
}

// Old values, exchanges and cells that depend on data stay.
// CHECK-LABEL: func.func @left(
// CHECK-NOT: tile.reduce
// CHECK: tile.atomic_rmw add relaxed device {{.*}} -> tensor<64xi32>
// CHECK-NEXT: tile.atomic_rmw exchange
// CHECK: tile.atomic_rmw add relaxed device {{.*}} : tensor<64x!tile.ptr<i32>>
func.func @left(%p: !tile.ptr<i32>, %v: tensor<64xi32>) -> tensor<64xi32> {
  %ps = tile.splat %p : tensor<64x!tile.ptr<i32>>
  %old = tile.atomic_rmw add relaxed device %ps, %v : tensor<64x!tile.ptr<i32>> -> tensor<64xi32>
  tile.atomic_rmw exchange relaxed device %ps, %v : tensor<64x!tile.ptr<i32>>
  %q = tile.offset %ps, %v : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  tile.atomic_rmw add relaxed device %q, %v : tensor<64x!tile.ptr<i32>>
  return %old : tensor<64xi32>
}

// Rows of a matrix that are added to one row: one update of each column.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[P:[a-z0-9]+]]: !tile.ptr<f32>, %[[V:[a-z0-9]+]]: tensor<16x64xf32>, %[[M:[a-z0-9]+]]: tensor<16x64xi1>
// CHECK-DAG: %[[X:.*]] = arith.select %[[M]], %[[V]]
// CHECK-DAG: %[[S:.*]] = tile.reduce %[[X]] axis = 0 : (tensor<16x64xf32>) -> tensor<1x64xf32>
// CHECK-DAG: %[[ANY:.*]] = tile.reduce %[[M]] axis = 0 : (tensor<16x64xi1>) -> tensor<1x64xi1>
// CHECK: %[[Q:.*]] = tile.offset %{{.*}}, %{{.*}} : tensor<1x64x!tile.ptr<f32>>, tensor<1x64xi32>
// CHECK: tile.atomic_rmw add relaxed device %[[Q]], %[[S]] mask %[[ANY]] : tensor<1x64x!tile.ptr<f32>>
func.func @columns(%p: !tile.ptr<f32>, %v: tensor<16x64xf32>, %m: tensor<16x64xi1>) {
  %i = tile.iota : tensor<64xi32>
  %r = tile.reshape %i : tensor<64xi32> -> tensor<1x64xi32>
  %b = tile.broadcast %r : tensor<1x64xi32> -> tensor<16x64xi32>
  %ps = tile.splat %p : tensor<16x64x!tile.ptr<f32>>
  %q = tile.offset %ps, %b : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xi32>
  tile.atomic_rmw add relaxed device %q, %v mask %m : tensor<16x64x!tile.ptr<f32>>
  return
}

// The outer dimensions of three, through a permutation; maxima.
// CHECK-LABEL: func.func @middle(
// CHECK: tile.reduce %{{.*}} axis = 0 : (tensor<4x8x2xi32>) -> tensor<1x8x2xi32>
// CHECK: tile.reduce %{{.*}} axis = 2 : (tensor<1x8x2xi32>) -> tensor<1x8x1xi32>
// CHECK: tile.atomic_rmw max_signed relaxed device %{{.*}} : tensor<1x8x1x!tile.ptr<i32>>
func.func @middle(%p: !tile.ptr<i32>, %v: tensor<4x8x2xi32>) {
  %i = tile.iota : tensor<8xi32>
  %r = tile.reshape %i : tensor<8xi32> -> tensor<8x1x1xi32>
  %t = tile.permute %r [1, 0, 2] : tensor<8x1x1xi32>
  %ps = tile.splat %p : tensor<1x8x1x!tile.ptr<i32>>
  %q = tile.offset %ps, %t : tensor<1x8x1x!tile.ptr<i32>>, tensor<1x8x1xi32>
  %qs = tile.broadcast %q : tensor<1x8x1x!tile.ptr<i32>> -> tensor<4x8x2x!tile.ptr<i32>>
  tile.atomic_rmw max_signed relaxed device %qs, %v : tensor<4x8x2x!tile.ptr<i32>>
  return
}
