// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --share-integer-divisors | FileCheck %s
// Which divisions share a reciprocal, and where it is computed. Their values are checked in ShareIntegerDivisorsTest.

// Three quotients: one division is left. It is computed even if no quotient is, so zero is kept from it.
// CHECK-LABEL: llvm.func @tile
// CHECK: %[[M:.*]] = arith.maxui %arg3, %{{.*}} : i32
// CHECK: arith.divui %{{.*}}, %[[M]] : i32
// CHECK-COUNT-3: arith.mului_extended
// CHECK-NOT: arith.divui
llvm.func @tile(%x: i32, %y: i32, %z: i32, %d: i32) -> i32 {
  %a = arith.divui %x, %d : i32
  %b = arith.divui %y, %d : i32
  %c = arith.divui %z, %d : i32
  %s = arith.addi %a, %b : i32
  %t = arith.addi %s, %c : i32
  llvm.return %t : i32
}

// Out of the loop.
// CHECK-LABEL: llvm.func @loop
// CHECK: arith.divui
// CHECK: scf.for
// CHECK: arith.mului_extended
// CHECK-NOT: arith.divsi
llvm.func @loop(%x: i64, %d: i64, %n: i32) -> i64 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (i64) : i32 {
    %q = arith.divsi %acc, %d : i64
    scf.yield %q : i64
  }
  llvm.return %r : i64
}

// Nothing is shared here: one division, different readings of one divisor, a constant. Narrow ones are widened still, and
// zero is kept from those that LLVM does not know.
// CHECK-LABEL: llvm.func @single
// CHECK-NOT: mului_extended
// CHECK: %[[S:.*]] = arith.extsi %arg1 : i16 to i32
// CHECK: %[[D:.*]] = arith.maxui %[[S]], %{{.*}} : i32
// CHECK: arith.divsi %{{.*}}, %[[D]] : i32
// CHECK: %[[D:.*]] = arith.maxui
// CHECK: arith.divui %{{.*}}, %[[D]] : i32
// CHECK-NOT: arith.maxui
// CHECK: arith.divui %{{.*}}, %c7{{.*}} : i8
llvm.func @single(%x: i16, %d: i16, %y: i8) -> i8 {
  %q = arith.divsi %x, %d : i16
  %r = arith.divui %q, %d : i16
  %c7 = arith.constant 7 : i8
  %b = arith.trunci %r : i16 to i8
  %e = arith.addi %b, %y : i8
  %s = arith.divui %e, %c7 : i8
  llvm.return %s : i8
}

// A divisor that is itself a quotient by a shared divisor, as in head / (heads / key_heads).
// CHECK-LABEL: llvm.func @quotient_as_divisor
// CHECK-COUNT-2: arith.mului_extended
llvm.func @quotient_as_divisor(%x: i64, %d: i64, %n: i32) -> i64 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (i64) : i32 {
    %q = arith.divsi %acc, %d : i64
    %p = scf.for %j = %zero to %n step %one iter_args(%inner = %acc) -> (i64) : i32 {
      %s = arith.divsi %inner, %q : i64
      scf.yield %s : i64
    }
    scf.yield %p : i64
  }
  llvm.return %r : i64
}
