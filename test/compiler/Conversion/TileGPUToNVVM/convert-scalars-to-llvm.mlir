// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is left of arith, math and cf on scalars becomes the LLVM dialect.
// RUN: tile-opt %s --convert-scalars-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @power
// CHECK-SAME: (%[[X:.*]]: f32, %[[N:.*]]: i32)
// CHECK-NOT: {{arith|math|cf}}.
// CHECK: llvm.br ^[[LOOP:.*]](
// CHECK: ^[[LOOP]](%[[I:.*]]: i32, %[[PRODUCT:.*]]: f32):
// CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[I]], %[[N]] : i32
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY:.*]], ^[[END:.*]]
// CHECK: ^[[BODY]]:
// CHECK: llvm.add %[[I]]
// CHECK: llvm.intr.fma(%[[PRODUCT]], %[[X]], %[[X]])
// CHECK: llvm.br ^[[LOOP]](
// CHECK: ^[[END]]:
// CHECK: llvm.return %[[PRODUCT]] : f32
llvm.func @power(%x: f32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f32
  cf.br ^loop(%c0, %one : i32, f32)
^loop(%i: i32, %product: f32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %j = arith.addi %i, %c1 : i32
  %next = math.fma %product, %x, %x : f32
  cf.br ^loop(%j, %next : i32, f32)
^end:
  llvm.return %product : f32
}
