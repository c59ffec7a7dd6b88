// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not tile-translate %s 2>&1 | FileCheck %s
// Errors that LLVM reports through its context become ours.
// CHECK: error: LLVM: {{.*}}couldn't allocate output register for constraint
llvm.func @k(%o: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %x = llvm.inline_asm has_side_effects "mov.u32 $0, 1;", "=x" : () -> i32
  llvm.store %x, %o : i32, !llvm.ptr<1>
  llvm.return
}
