// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-narrow-integers --canonicalize | FileCheck %s
// What fits 32 bits without a sign alone is computed and compared without one there: as numbers with a sign they would be negative.

// CHECK-LABEL: func.func @from_2_to_the_31(
// CHECK-DAG: arith.shrui %arg0, %{{.*}} : i32
// CHECK-DAG: arith.divui %arg0, %{{.*}} : i32
// CHECK-DAG: arith.remui %arg0, %{{.*}} : i32
// CHECK-DAG: arith.ceildivui %arg0, %{{.*}} : i32
// CHECK-DAG: arith.maxui %arg0, %{{.*}} : i32
// CHECK-DAG: arith.minui %arg0, %{{.*}} : i32
// CHECK-DAG: arith.cmpi ugt, %arg0, %{{.*}} : i32
// CHECK-DAG: arith.cmpi uge, %arg0, %{{.*}} : i32
func.func @from_2_to_the_31(%a: i32) -> (i64, i64, i64, i64, i64, i64, i64, i1, i1) {
  %3 = arith.constant 3 : i64
  %x = arith.extui %a : i32 to i64
  %0 = arith.shrsi %x, %3 : i64
  %1 = arith.divsi %x, %3 : i64
  %2 = arith.floordivsi %x, %3 : i64
  %4 = arith.ceildivsi %x, %3 : i64
  %5 = arith.remsi %x, %3 : i64
  %6 = arith.maxsi %x, %3 : i64
  %7 = arith.minsi %x, %3 : i64
  %9 = arith.cmpi sgt, %x, %3 : i64
  %10 = arith.cmpi sle, %3, %x : i64
  return %0, %1, %2, %4, %5, %6, %7, %9, %10 : i64, i64, i64, i64, i64, i64, i64, i1, i1
}

// What is below 2^31 has its sign left.
// CHECK-LABEL: func.func @below(
// CHECK: arith.divsi %{{.*}} : i32
// CHECK: arith.cmpi sgt, %{{.*}} : i32
func.func @below(%a: i32) -> (i64, i1) {
  %1 = arith.constant 1 : i64
  %3 = arith.constant 3 : i64
  %x = arith.extui %a : i32 to i64
  %y = arith.shrui %x, %1 : i64
  %q = arith.divsi %y, %3 : i64
  %c = arith.cmpi sgt, %q, %1 : i64
  return %q, %c : i64, i1
}

// A sum that reaches 2^31 has no sign to keep, one that does not reach it has.
// CHECK-LABEL: func.func @sums(
// CHECK: arith.addi %{{.*}}, %{{[^ ]+}} : i32
// CHECK: arith.addi %{{.*}} overflow<nsw> : i32
func.func @sums(%a: i32) -> (i64, i64) {
  %1 = arith.constant 1 : i64
  %2 = arith.constant 2 : i64
  %x = arith.extui %a : i32 to i64
  %y = arith.shrui %x, %1 : i64
  %z = arith.shrui %x, %2 : i64
  %s = arith.addi %y, %2 overflow<nsw> : i64
  %t = arith.addi %z, %2 overflow<nsw> : i64
  return %s, %t : i64, i64
}

// Shifts by 32 and more are undefined in 32 bits; remainders of what is negative, without a sign, are others there, and -2^31 has none by -1.
// CHECK-LABEL: func.func @stay(
// CHECK: arith.shrui %{{.*}} : i64
// CHECK: arith.remui %{{.*}} : i64
// CHECK: arith.remsi %{{.*}} : i64
func.func @stay(%a: i32, %b: i32, %n: i64) -> (i64, i64, i64) {
  %7 = arith.constant 7 : i64
  %63 = arith.constant 63 : i64
  %x = arith.extui %a : i32 to i64
  %s = arith.extsi %a : i32 to i64
  %t = arith.extsi %b : i32 to i64
  %k = arith.andi %n, %63 : i64
  %0 = arith.shrui %x, %k : i64
  %1 = arith.remui %s, %7 : i64
  %2 = arith.remsi %s, %t : i64
  return %0, %1, %2 : i64, i64, i64
}

// What does not fit as it is stays wide, and its result is narrow for those that use it.
// CHECK-LABEL: func.func @users(
// CHECK: arith.remui %{{.*}} : i64
// CHECK: arith.muli %{{.*}} : i32
// CHECK: arith.shrui %{{.*}} : i64
// CHECK: arith.muli %{{.*}} : i32
func.func @users(%n: i64) -> (i64, i64) {
  %31 = arith.constant 31 : i64
  %40 = arith.constant 40 : i64
  %1000 = arith.constant 1000 : i64
  %r = arith.remui %n, %1000 : i64
  %0 = arith.muli %r, %31 : i64
  %h = arith.shrui %n, %40 : i64
  %1 = arith.muli %h, %31 : i64
  return %0, %1 : i64, i64
}

// Indices are as wide.
// CHECK-LABEL: func.func @indices(
// CHECK: arith.divui %{{.*}} : i32
// CHECK: arith.maxui %{{.*}} : i32
// CHECK: arith.cmpi ugt, %{{.*}} : i32
func.func @indices(%a: i32) -> (index, index, i1) {
  %3 = arith.constant 3 : index
  %x = arith.index_castui %a : i32 to index
  %q = arith.divsi %x, %3 : index
  %m = arith.maxsi %x, %3 : index
  %c = arith.cmpi sgt, %x, %3 : index
  return %q, %m, %c : index, index, i1
}
