// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -arch=sm_90a %s -o - | FileCheck %s
// What one mask selects of a word's two halves is selected together, also for arithmetic on pairs; by two masks, of one half, or not beside each other it is not.

// CHECK-LABEL: .entry pairs
// CHECK: ld.volatile.global.v2.b32 {{.}}[[A:%r[0-9]+]], [[B:%r[0-9]+]]}
// CHECK-NOT: selp.b16
// CHECK-DAG: selp.b32 [[FIRST:%r[0-9]+]], [[A]], -8323200, %p
// CHECK-DAG: selp.b32 [[SECOND:%r[0-9]+]], [[B]], -8323200, %p
// CHECK-NOT: mov.b32 {{%r[0-9]+}}, {{.}}%rs
// CHECK: max.bf16x2 {{%r[0-9]+}}, [[FIRST]], [[SECOND]];
// CHECK: ret;
llvm.func @pairs(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %words = llvm.load volatile %p {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
  %v = llvm.bitcast %words : vector<2xi32> to vector<4xbf16>
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %i2 = llvm.mlir.constant(2 : i32) : i32
  %i3 = llvm.mlir.constant(3 : i32) : i32
  %low = llvm.mlir.constant(0xFF80 : bf16) : bf16
  %mask = llvm.icmp "slt" %i3, %n : i32
  %b0 = llvm.extractelement %v[%i0 : i32] : vector<4xbf16>
  %b1 = llvm.extractelement %v[%i1 : i32] : vector<4xbf16>
  %b2 = llvm.extractelement %v[%i2 : i32] : vector<4xbf16>
  %b3 = llvm.extractelement %v[%i3 : i32] : vector<4xbf16>
  %s0 = llvm.select %mask, %b0, %low : i1, bf16
  %s1 = llvm.select %mask, %b1, %low : i1, bf16
  %s2 = llvm.select %mask, %b2, %low : i1, bf16
  %s3 = llvm.select %mask, %b3, %low : i1, bf16
  %none = llvm.mlir.poison : vector<2xbf16>
  %l0 = llvm.insertelement %s0, %none[%i0 : i32] : vector<2xbf16>
  %l = llvm.insertelement %s1, %l0[%i1 : i32] : vector<2xbf16>
  %r0 = llvm.insertelement %s2, %none[%i0 : i32] : vector<2xbf16>
  %r = llvm.insertelement %s3, %r0[%i1 : i32] : vector<2xbf16>
  %m = llvm.intr.maxnum(%l, %r) : (vector<2xbf16>, vector<2xbf16>) -> vector<2xbf16>
  llvm.store %m, %q : vector<2xbf16>, !llvm.ptr<1>
  %f0 = llvm.fpext %s0 : bf16 to f32
  %f3 = llvm.fpext %s3 : bf16 to f32
  %f = llvm.fdiv %f0, %f3 : f32
  %q2 = llvm.getelementptr %q[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  llvm.store %f, %q2 : f32, !llvm.ptr<1>
  llvm.return
}

// Each half has its own value where the mask is off.
// CHECK-LABEL: .entry integers
// CHECK: ld.volatile.global.b32 [[A:%r[0-9]+]]
// CHECK: selp.b32 [[BOTH:%r[0-9]+]], [[A]], 131071, %p
// CHECK: st.global.b32 {{.*}}, [[BOTH]];
// CHECK: ret;
llvm.func @integers(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %word = llvm.load volatile %p {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %v = llvm.bitcast %word : i32 to vector<2xi16>
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %all = llvm.mlir.constant(-1 : i16) : i16
  %one = llvm.mlir.constant(1 : i16) : i16
  %mask = llvm.icmp "slt" %i1, %n : i32
  %b0 = llvm.extractelement %v[%i0 : i32] : vector<2xi16>
  %b1 = llvm.extractelement %v[%i1 : i32] : vector<2xi16>
  %s0 = llvm.select %mask, %b0, %all : i1, i16
  %s1 = llvm.select %mask, %b1, %one : i1, i16
  %none = llvm.mlir.poison : vector<2xi16>
  %l0 = llvm.insertelement %s0, %none[%i0 : i32] : vector<2xi16>
  %l = llvm.insertelement %s1, %l0[%i1 : i32] : vector<2xi16>
  llvm.store %l, %q : vector<2xi16>, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry apart
// CHECK-NOT: selp.b32
// CHECK: selp.b16
// CHECK: selp.b16
// CHECK: selp.b16
// CHECK: ret;
llvm.func @apart(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %words = llvm.load volatile %p {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
  %v = llvm.bitcast %words : vector<2xi32> to vector<4xbf16>
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %i2 = llvm.mlir.constant(2 : i32) : i32
  %low = llvm.mlir.constant(0xFF80 : bf16) : bf16
  %mask = llvm.icmp "slt" %i1, %n : i32
  %other = llvm.icmp "slt" %i2, %n : i32
  %b0 = llvm.extractelement %v[%i0 : i32] : vector<4xbf16>
  %b1 = llvm.extractelement %v[%i1 : i32] : vector<4xbf16>
  %b2 = llvm.extractelement %v[%i2 : i32] : vector<4xbf16>
  %s0 = llvm.select %mask, %b0, %low : i1, bf16
  %s1 = llvm.select %other, %b1, %low : i1, bf16
  %s2 = llvm.select %mask, %b2, %low : i1, bf16
  llvm.store volatile %s0, %q : bf16, !llvm.ptr<1>
  llvm.store volatile %s1, %q : bf16, !llvm.ptr<1>
  llvm.store volatile %s2, %q : bf16, !llvm.ptr<1>
  llvm.return
}
