// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -lineinfo %s | FileCheck %s
// RUN: tile-translate %s | FileCheck %s --check-prefix=OFF
// RUN: tile-translate -lineinfo %s -o %t.ptx && %ptxas -arch=sm_90a -lineinfo -o /dev/null %t.ptx
// REQUIRES: ptxas
// Lines of the source, and no debug build: `.target ..., debug` would cost optimisations in ptxas.

// CHECK: .target sm_90a{{$}}
// CHECK: .loc [[FILE:[0-9]+]] 12 5
// CHECK: .file [[FILE]] "/src/kernel.cu"
// CHECK-NOT: .debug_info
// OFF-NOT: .loc
module {
llvm.func @k(%o: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %a = llvm.fadd %x, %x : f32 loc("/src/kernel.cu":12:5)
  llvm.store %a, %o : f32, !llvm.ptr<1> loc("/src/kernel.cu":12:5)
  llvm.return loc("/src/kernel.cu":13:1)
} loc("/src/kernel.cu":10:1)
} loc("/src/kernel.cu":1:1)
