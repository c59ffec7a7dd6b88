// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not tile-translate -arch=sm_80 %s 2>&1 | FileCheck %s
// What the back end cannot select is an error with a message; the process lives on (exit code 1, not a signal).
// CHECK: error: LLVM: Cannot select: {{.*}}llvm.nvvm.elect.sync
llvm.func @k(%o: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %e = nvvm.elect.sync -> i1
  %x = llvm.zext %e : i1 to i32
  llvm.store %x, %o : i32, !llvm.ptr<1>
  llvm.return
}
