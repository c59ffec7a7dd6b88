// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -emit=llvm %s | FileCheck %s --check-prefix=LLVM
// RUN: tile-translate %s | FileCheck %s
// Side-effecting inline PTX must not be copied into the arms of a branch: the barrier would then be two barriers.

// LLVM: call void asm sideeffect "bar.sync 1, 256;", ""() #[[CONVERGENT:[0-9]+]]
// LLVM: attributes #[[CONVERGENT]] = { {{.*}}convergent
// CHECK-COUNT-1: bar.sync
// CHECK-NOT: bar.sync
llvm.func @k(%o: !llvm.ptr<1>, %n: i32, %a: i32) attributes {nvvm.kernel} {
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c = llvm.icmp "slt" %n, %c128 : i32
  llvm.cond_br %c, ^p, ^m
^p:
  llvm.store %c1, %o : i32, !llvm.ptr<1>
  llvm.br ^m
^m:
  nvvm.inline_ptx "bar.sync 1, 256;"
  llvm.cond_br %c, ^x, ^y
^x:
  llvm.store %c2, %o : i32, !llvm.ptr<1>
  llvm.return
^y:
  llvm.store %a, %o : i32, !llvm.ptr<1>
  llvm.return
}
