// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -arch=sm_90a %s -o - | FileCheck %s
// Bytes that share a word become floats by a permutation and a subtraction, single ones and 16-bit integers by a bitwise
// or and a subtraction. Larger ones are converted.

// CHECK-LABEL: .entry signed
// CHECK: ld.global.b32 [[W:%r[0-9]+]]
// CHECK-NOT: cvt.rn.f32
// CHECK: xor.b32 [[S:%r[0-9]+]], [[W]], -2139062144
// CHECK-DAG: prmt.b32 {{.*}}, [[S]], 1258291200, 0x7440U
// CHECK-DAG: prmt.b32 {{.*}}, [[S]], 1258291200, 0x7443U
// CHECK: ret;
llvm.func @signed(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi8>
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i3 = llvm.mlir.constant(3 : i32) : i32
  %b0 = llvm.extractelement %v[%i0 : i32] : vector<4xi8>
  %b3 = llvm.extractelement %v[%i3 : i32] : vector<4xi8>
  %f0 = llvm.sitofp %b0 : i8 to f32
  %f3 = llvm.sitofp %b3 : i8 to f32
  %s = llvm.fdiv %f0, %f3 : f32
  llvm.store %s, %q : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry unsigned
// CHECK: ld.global.v2.b32 {{.}}[[A:%r[0-9]+]], [[B:%r[0-9]+]]}
// CHECK-NOT: cvt.rn.f32
// CHECK-DAG: prmt.b32 {{.*}}, [[A]], 1258291200, 0x7441U
// CHECK-DAG: prmt.b32 {{.*}}, [[B]], 1258291200, 0x7442U
// CHECK: ret;
llvm.func @unsigned(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p {alignment = 8 : i64} : !llvm.ptr<1> -> vector<8xi8>
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %i6 = llvm.mlir.constant(6 : i32) : i32
  %b1 = llvm.extractelement %v[%i1 : i32] : vector<8xi8>
  %b6 = llvm.extractelement %v[%i6 : i32] : vector<8xi8>
  %w6 = llvm.zext %b6 : i8 to i32
  %f1 = llvm.uitofp %b1 : i8 to f32
  %f6 = llvm.sitofp %w6 : i32 to f32
  %s = llvm.fdiv %f1, %f6 : f32
  llvm.store %s, %q : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry single
// CHECK-NOT: cvt.rn.f32
// CHECK: xor.b32 {{.*}}, 128
// CHECK: or.b32 {{.*}}, 1258291200
// CHECK: add.rn.f32 {{.*}}, 0fCB000080
llvm.func @single(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p : !llvm.ptr<1> -> i8
  %f = llvm.sitofp %v : i8 to f32
  llvm.store %f, %q : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry halves
// CHECK-NOT: cvt.rn.f16
// CHECK: or.b16 {{.*}}, 25600
// CHECK: ret;
llvm.func @halves(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p : !llvm.ptr<1> -> i8
  %f = llvm.uitofp %v : i8 to f16
  llvm.store %f, %q : f16, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry of_16_bits
// CHECK-NOT: cvt.rn.f32
// CHECK: or.b32 {{.*}}, 1258291200
// CHECK: ret;
llvm.func @of_16_bits(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p : !llvm.ptr<1> -> i16
  %f = llvm.uitofp %v : i16 to f32
  llvm.store %f, %q : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry of_32_bits
// CHECK: cvt.rn.f32.s32
llvm.func @of_32_bits(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %v = llvm.load %p : !llvm.ptr<1> -> i32
  %f = llvm.sitofp %v : i32 to f32
  llvm.store %f, %q : f32, !llvm.ptr<1>
  llvm.return
}
