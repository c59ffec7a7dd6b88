// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -arch=sm_90a %s -o - | FileCheck %s
// bf16 that share a word become f32 by one mask or shift each, not by way of 16-bit registers; a single one does not.

// CHECK-LABEL: .entry pairs
// CHECK: ld.global.v2.b32 {{.}}[[A:%r[0-9]+]], [[B:%r[0-9]+]]}
// CHECK-NOT: cvt.f32.bf16
// CHECK-DAG: and.b32 {{.*}}, [[A]], -65536
// CHECK-DAG: shl.b32 {{.*}}, [[A]], 16
// CHECK-DAG: and.b32 {{.*}}, [[B]], -65536
// CHECK-DAG: shl.b32 {{.*}}, [[B]], 16
// CHECK: ret;
llvm.func @pairs(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xbf16>
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %i2 = llvm.mlir.constant(2 : i32) : i32
  %i3 = llvm.mlir.constant(3 : i32) : i32
  %b0 = llvm.extractelement %v[%i0 : i32] : vector<4xbf16>
  %b1 = llvm.extractelement %v[%i1 : i32] : vector<4xbf16>
  %b2 = llvm.extractelement %v[%i2 : i32] : vector<4xbf16>
  %b3 = llvm.extractelement %v[%i3 : i32] : vector<4xbf16>
  %f0 = llvm.fpext %b0 : bf16 to f32
  %f1 = llvm.fpext %b1 : bf16 to f32
  %f2 = llvm.fpext %b2 : bf16 to f32
  %f3 = llvm.fpext %b3 : bf16 to f32
  %s0 = llvm.fadd %f0, %f1 : f32
  %s1 = llvm.fmul %f2, %f3 : f32
  %s = llvm.fdiv %s0, %s1 : f32
  llvm.store %s, %q : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry single
// CHECK: cvt.f32.bf16
llvm.func @single(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p : !llvm.ptr<1> -> bf16
  %f = llvm.fpext %v : bf16 to f32
  llvm.store %f, %q : f32, !llvm.ptr<1>
  llvm.return
}

// Rounded for a pair and widened again: from the pair, so that the assembler rounds two at a time.
// CHECK-LABEL: .entry rounded
// CHECK-COUNT-2: cvt.rn.bf16.f32
// CHECK-NOT: cvt
// CHECK-DAG: and.b32 {{.*}}, -65536
// CHECK-DAG: shl.b32 {{.*}}, 16
// CHECK: ret;
llvm.func @rounded(%a: f32, %b: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %x = llvm.fptrunc %a : f32 to bf16
  %y = llvm.fptrunc %b : f32 to bf16
  %none = llvm.mlir.undef : vector<2xbf16>
  %half = llvm.insertelement %x, %none[%i0 : i32] : vector<2xbf16>
  %pair = llvm.insertelement %y, %half[%i1 : i32] : vector<2xbf16>
  llvm.store %pair, %p {alignment = 4 : i64} : vector<2xbf16>, !llvm.ptr<1>
  %fx = llvm.fpext %x : bf16 to f32
  %fy = llvm.fpext %y : bf16 to f32
  %s = llvm.fdiv %fx, %fy : f32
  llvm.store %s, %q : f32, !llvm.ptr<1>
  llvm.return
}
