// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -arch=sm_80 %s | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tile-translate -arch=sm_90 %s | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tile-translate -arch=compute_90 %s | FileCheck %s --check-prefixes=CHECK,PORTABLE
// RUN: tile-translate -arch=sm_80 %s -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-translate -arch=sm_90a %s -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// RUN: tile-translate -arch=sm_90a %s -o %t.again.ptx && cmp %t.90.ptx %t.again.ptx
// REQUIRES: ptxas
// A kernel keeps its name, its attributes and its parameters; the target decides the rest.

// CHECK: .version 8.7
// SM80: .target sm_80
// SM90: .target sm_90a
// PORTABLE: .target sm_90{{$}}
// CHECK: .visible .entry scale(
// CHECK: .reqntid 128
// CHECK: ld.global.v4.b32
// CHECK: st.global.v4.b32
llvm.func @scale(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %q = llvm.getelementptr %p[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x f32>
  %v = llvm.load %q {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  %w = llvm.fadd %v, %v : vector<4xf32>
  llvm.store %w, %q {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
  llvm.return
}
