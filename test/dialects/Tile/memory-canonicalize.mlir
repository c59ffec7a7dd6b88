// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -canonicalize -cse | FileCheck %s
// What may be simplified about memory accesses, and what must keep its place.

// CHECK-LABEL: func.func @masks
// CHECK: tile.load %{{.*}} : tensor<8x!tile.ptr<f32>>
// CHECK-NOT: mask
// CHECK-NOT: tile.load
// CHECK: return
func.func @masks(%q: tensor<8x!tile.ptr<f32>>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %yes = arith.constant dense<true> : tensor<8xi1>
  %no = arith.constant dense<false> : tensor<8xi1>
  %0 = tile.load %q mask %yes padding %v : tensor<8x!tile.ptr<f32>>
  %1 = tile.load %q mask %no padding %v : tensor<8x!tile.ptr<f32>>
  tile.store %q, %v mask %no : tensor<8x!tile.ptr<f32>>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// An unread result is dropped; the access stays.
// CHECK-LABEL: func.func @unread
// CHECK-NEXT: tile.atomic_rmw {{.*}} : !tile.ptr<i32>{{$}}
// CHECK-NEXT: tile.atomic_cas {{.*}} : !tile.ptr<i32>{{$}}
// CHECK-NEXT: return
func.func @unread(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add relaxed device %p, %x : !tile.ptr<i32> -> i32
  %1 = tile.atomic_cas relaxed device %p, %x, %x : !tile.ptr<i32> -> i32
  return
}

// Two loads with nothing between them are one; a store, an atomic or a release between them keeps both.
// CHECK-LABEL: func.func @loads
// CHECK: tile.load
// CHECK-NEXT: tile.store
// CHECK-NEXT: tile.load
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NEXT: tile.load
// CHECK-NOT: tile.load
func.func @loads(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %x: i32) -> (i32, i32, i32, i32) {
  %0 = tile.load %p : !tile.ptr<i32>
  tile.store %q, %x : !tile.ptr<i32>
  %1 = tile.load %p : !tile.ptr<i32>
  tile.atomic_rmw add acquire device %q, %x : !tile.ptr<i32>
  %2 = tile.load %p : !tile.ptr<i32>
  %3 = tile.load %p : !tile.ptr<i32>
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// An atomic load is never merged or dropped: another block may have written, and acquire orders what follows.
// CHECK-LABEL: func.func @atomic_loads
// CHECK-COUNT-2: tile.atomic_load
func.func @atomic_loads(%p: !tile.ptr<i32>) -> i32 {
  %0 = tile.atomic_load acquire device %p : !tile.ptr<i32>
  %1 = tile.atomic_load acquire device %p : !tile.ptr<i32>
  return %1 : i32
}

// Masks of atomics: full ones go; with an empty one a relaxed access is nothing, another still orders.
// CHECK-LABEL: func.func @atomic_masks
// CHECK-SAME: (%[[Q:.*]]: tensor<8x!tile.ptr<i32>>, %[[V:.*]]: tensor<8xi32>)
// CHECK: %[[L:.*]] = tile.atomic_load relaxed device %[[Q]] : tensor<8x!tile.ptr<i32>>
// CHECK-NEXT: tile.atomic_store release device %[[Q]], %[[V]] : tensor<8x!tile.ptr<i32>>
// CHECK-NEXT: tile.atomic_rmw add relaxed device %[[Q]], %[[V]] : tensor<8x!tile.ptr<i32>>{{$}}
// CHECK-NEXT: tile.atomic_rmw add acquire device %[[Q]], %[[V]] mask %{{.*}} : tensor<8x!tile.ptr<i32>>{{$}}
// CHECK-NEXT: return %[[L]], %[[V]], %[[V]]
func.func @atomic_masks(%q: tensor<8x!tile.ptr<i32>>, %v: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %yes = arith.constant dense<true> : tensor<8xi1>
  %no = arith.constant dense<false> : tensor<8xi1>
  %0 = tile.atomic_load relaxed device %q mask %yes padding %v : tensor<8x!tile.ptr<i32>>
  tile.atomic_store release device %q, %v mask %yes : tensor<8x!tile.ptr<i32>>
  tile.atomic_rmw add relaxed device %q, %v mask %yes : tensor<8x!tile.ptr<i32>>
  %1 = tile.atomic_load relaxed device %q mask %no padding %v : tensor<8x!tile.ptr<i32>>
  tile.atomic_store relaxed device %q, %v mask %no : tensor<8x!tile.ptr<i32>>
  tile.atomic_rmw add relaxed device %q, %v mask %no : tensor<8x!tile.ptr<i32>>
  %2 = tile.atomic_cas relaxed device %q, %v, %v mask %no : tensor<8x!tile.ptr<i32>> -> tensor<8xi32>
  tile.atomic_rmw add acquire device %q, %v mask %no : tensor<8x!tile.ptr<i32>>
  return %0, %1, %2 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @pointers
// CHECK-SAME: (%[[P:.*]]: !tile.ptr<f32>, %[[N:.*]]: i64)
// CHECK: %[[Z:.*]] = arith.constant 0 : i64
// CHECK: return %[[P]], %[[Z]], %[[N]]
func.func @pointers(%p: !tile.ptr<f32>, %n: i64) -> (!tile.ptr<f32>, i64, i64) {
  %zero = arith.constant 0 : i32
  %0 = tile.offset %p, %zero : !tile.ptr<f32>, i32
  %1 = tile.ptr_diff %p, %p : !tile.ptr<f32> -> i64
  %q = tile.offset %p, %n : !tile.ptr<f32>, i64
  %2 = tile.ptr_diff %q, %p : !tile.ptr<f32> -> i64
  return %0, %1, %2 : !tile.ptr<f32>, i64, i64
}

// A fact said twice is said once; another fact stays. What always holds needs no check.
// CHECK-LABEL: func.func @promises
// CHECK-SAME: (%[[N:.*]]: i32, %[[C:.*]]: i1)
// CHECK-NEXT: %[[A:.*]] = tile.assume %[[N]][#tile.divisible<8>] : i32
// CHECK-NEXT: %[[B:.*]] = tile.assume %[[A]][#tile.bounded<lower = 0>] : i32
// CHECK-NEXT: tile.assert %[[C]]
// CHECK-NEXT: return %[[B]]
func.func @promises(%n: i32, %c: i1) -> i32 {
  %true = arith.constant true
  %0 = tile.assume %n[#tile.divisible<8>] : i32
  %1 = tile.assume %0[#tile.divisible<8>] : i32
  %2 = tile.assume %1[#tile.bounded<lower = 0>] : i32
  tile.assert %true, "holds" in "f"
  tile.assert %c, "may fail" in "f"
  return %2 : i32
}
