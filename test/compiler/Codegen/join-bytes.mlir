// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -arch=sm_90a %s -o - | FileCheck %s
// Bytes that stay together are moved and computed as words.

// Two pairs make a word.
// CHECK-LABEL: .entry pairs
// CHECK-DAG: ld.global.b16 [[A:%rs[0-9]+]]
// CHECK-DAG: ld.global.b16 [[B:%rs[0-9]+]]
// CHECK-NOT: prmt
// CHECK: st.global.v2.b16 {{.*}}, {[[A]], [[B]]}
llvm.func @pairs(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %a = llvm.load %p {alignment = 2 : i64} : !llvm.ptr<1> -> vector<2xi8>
  %b = llvm.load %q {alignment = 2 : i64} : !llvm.ptr<1> -> vector<2xi8>
  %w = llvm.shufflevector %a, %b [0, 1, 2, 3] : vector<2xi8>
  llvm.store %w, %r {alignment = 4 : i64} : vector<4xi8>, !llvm.ptr<1>
  llvm.return
}

// Two halves of bytes of a word, with what is done to each before: on the word.
// CHECK-LABEL: .entry halves
// CHECK: ld.volatile.global.b32 [[W:%r[0-9]+]]
// CHECK: and.b32 [[N:%r[0-9]+]], [[W]], 252645135
// CHECK: prmt.b32 {{.*}}, [[N]], 1684300900, 0x4240U
// CHECK-NOT: or.b16
// CHECK: ret;
llvm.func @halves(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %word = llvm.load volatile %p : !llvm.ptr<1> -> i32
  %v = llvm.bitcast %word : i32 to vector<4xi8>
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %i2 = llvm.mlir.constant(2 : i32) : i32
  %low = llvm.mlir.constant(15 : i8) : i8
  %none = llvm.mlir.poison : vector<2xf16>
  %b0 = llvm.extractelement %v[%i0 : i32] : vector<4xi8>
  %b2 = llvm.extractelement %v[%i2 : i32] : vector<4xi8>
  %n0 = llvm.and %b0, %low : i8
  %n2 = llvm.and %b2, %low : i8
  %f0 = llvm.uitofp %n0 : i8 to f16
  %f2 = llvm.uitofp %n2 : i8 to f16
  %h = llvm.insertelement %f0, %none[%i0 : i32] : vector<2xf16>
  %both = llvm.insertelement %f2, %h[%i1 : i32] : vector<2xf16>
  llvm.store %both, %q {alignment = 4 : i64} : vector<2xf16>, !llvm.ptr<1>
  llvm.return
}

// A loop carries the word whose bytes it wants.
// CHECK-LABEL: .entry carried
// CHECK-NOT: .reg .b16
// CHECK: ld.volatile.global.b32
// CHECK: ret;
llvm.func @carried(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %i3 = llvm.mlir.constant(3 : i32) : i32
  %word = llvm.load volatile %p : !llvm.ptr<1> -> i32
  %v = llvm.bitcast %word : i32 to vector<4xi8>
  %b0 = llvm.extractelement %v[%i0 : i32] : vector<4xi8>
  %b3 = llvm.extractelement %v[%i3 : i32] : vector<4xi8>
  llvm.br ^loop(%i0, %b0, %b3 : i32, i8, i8)
^loop(%i: i32, %x: i8, %y: i8):
  %at = llvm.getelementptr %q[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %fx = llvm.uitofp %x : i8 to f32
  %fy = llvm.uitofp %y : i8 to f32
  %s = llvm.fdiv %fx, %fy : f32
  llvm.store volatile %s, %at : f32, !llvm.ptr<1>
  %next = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %later = llvm.load volatile %next : !llvm.ptr<1> -> i32
  %w = llvm.bitcast %later : i32 to vector<4xi8>
  %c0 = llvm.extractelement %w[%i0 : i32] : vector<4xi8>
  %c3 = llvm.extractelement %w[%i3 : i32] : vector<4xi8>
  %j = llvm.add %i, %i1 : i32
  %more = llvm.icmp "slt" %j, %n : i32
  llvm.cond_br %more, ^loop(%j, %c0, %c3 : i32, i8, i8), ^end
^end:
  llvm.return
}
