// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -arch=sm_90a %s -o - | FileCheck %s
// The high word of a product of 32-bit numbers is one instruction, wherever they were extended: what ptxas makes of the low word of a
// 64-bit product was wrong.

// CHECK-LABEL: .entry remainders
// CHECK-NOT: mul.lo.s64
// CHECK: mul.hi.u32
// CHECK-NOT: mul.lo.s64
// CHECK: ret;
llvm.func @remainders(%p: !llvm.ptr<1>, %d: i32, %inverse: i32, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.constant(32 : i64) : i64
  %wide = llvm.zext %inverse : i32 to i64
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %x = llvm.zext %i : i32 to i64
  %product = llvm.mul %x, %wide : i64
  %shifted = llvm.lshr %product, %word : i64
  %high = llvm.trunc %shifted : i64 to i32
  %back = llvm.mul %high, %d : i32
  %rest = llvm.sub %i, %back : i32
  %place = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %rest, %place : i32, !llvm.ptr<1>
  %next = llvm.add %i, %one : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more, ^loop(%next : i32), ^end
^end:
  llvm.return
}
