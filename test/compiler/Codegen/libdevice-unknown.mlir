// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not tile-translate %s 2>&1 | FileCheck %s
// CHECK: error: libdevice has no function '__nv_no_such_function'
llvm.func @__nv_no_such_function(f32) -> f32
llvm.func @k(%o: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %a = llvm.call @__nv_no_such_function(%x) : (f32) -> f32
  llvm.store %a, %o : f32, !llvm.ptr<1>
  llvm.return
}
