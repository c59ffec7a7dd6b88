// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -lineinfo %s | FileCheck %s
// RUN: tile-translate -lineinfo %s -o %t.ptx && %ptxas -arch=sm_90a -lineinfo -o /dev/null %t.ptx
// REQUIRES: ptxas
// Of an inlining chain the innermost line that the user wrote counts, in its own file.

// CHECK: .loc [[HEADER:[0-9]+]] 4 7
// CHECK: .loc [[MAIN:[0-9]+]] 13 2
// CHECK-DAG: .file [[HEADER]] "/src/k.h"
// CHECK-DAG: .file [[MAIN]] "/src/k.cu"
// CHECK-NOT: __tilec
#ours = loc("/__tilec/include/math.h":9:3)
#header = loc("/src/k.h":4:7)
#main = loc("/src/k.cu":12:5)
#inner = loc(callsite(#ours at #header))
#chain = loc(callsite(#inner at #main))
module {
llvm.func @k(%o: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %a = llvm.fadd %x, %x : f32 loc(#chain)
  llvm.store %a, %o : f32, !llvm.ptr<1> loc("/src/k.cu":13:2)
  llvm.return loc(unknown)
} loc("/src/k.cu":10:1)
} loc(unknown)
