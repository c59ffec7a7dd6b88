// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-math-to-libdevice | FileCheck %s
// Functions without instruction are calls of libdevice; 16-bit types compute in f32.

// CHECK-LABEL: llvm.func @functions
// CHECK: llvm.call @__nv_expf(%{{.*}}) : (f32) -> f32
// CHECK: llvm.call @__nv_exp(%{{.*}}) : (f64) -> f64
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: llvm.call @__nv_sinf
// CHECK: arith.truncf {{.*}} : f32 to f16
// An integer exponent is one of pow; one of 32 bits takes two powers, as f32 cannot hold it.
// CHECK: arith.sitofp {{.*}} : i16 to f32
// CHECK: llvm.call @__nv_powf(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: arith.remsi %{{.*}}, %c256_i32
// CHECK: llvm.call @__nv_powf(
// CHECK: llvm.call @__nv_powf(
// CHECK: arith.mulf
// CHECK: llvm.call @__nv_fmodf
// CHECK: arith.cmpf uno
// CHECK: math.absf
// CHECK: arith.cmpf oeq
// Approximations are for f32 that allows them.
// CHECK: llvm.call @__nv_fast_powf(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: llvm.call @__nv_sin(%{{.*}}) : (f64) -> f64
// CHECK: llvm.call @__nv_sinhf(
// CHECK: math.fma
// CHECK: math.sqrt
llvm.func @functions(%x: f32, %d: f64, %h: f16, %i: i16, %n: i32, %p: !llvm.ptr) {
  %a = math.exp %x : f32
  llvm.store volatile %a, %p : f32, !llvm.ptr
  %b = math.exp %d : f64
  llvm.store volatile %b, %p : f64, !llvm.ptr
  %c = math.sin %h : f16
  llvm.store volatile %c, %p : f16, !llvm.ptr
  %e = math.fpowi %x, %i : f32, i16
  llvm.store volatile %e, %p : f32, !llvm.ptr
  %e2 = math.fpowi %x, %n : f32, i32
  llvm.store volatile %e2, %p : f32, !llvm.ptr
  %f = arith.remf %x, %e : f32
  llvm.store volatile %f, %p : f32, !llvm.ptr
  %g = math.isnan %x : f32
  llvm.store volatile %g, %p : i1, !llvm.ptr
  %j = math.isinf %x : f32
  llvm.store volatile %j, %p : i1, !llvm.ptr
  %fast = math.powf %x, %x fastmath<afn> : f32
  llvm.store volatile %fast, %p : f32, !llvm.ptr
  %wide = math.sin %d fastmath<afn> : f64
  llvm.store volatile %wide, %p : f64, !llvm.ptr
  %slow = math.sinh %x fastmath<afn> : f32
  llvm.store volatile %slow, %p : f32, !llvm.ptr
  %k = math.fma %x, %x, %x : f32
  %l = math.sqrt %k : f32
  llvm.store volatile %l, %p : f32, !llvm.ptr
  llvm.return
}

// tanh of f32 has own code: two forms, and one is picked. That of f64 is a call.
// CHECK-LABEL: llvm.func @own
// CHECK-NOT: call @__nv_tanhf
// CHECK: math.absf
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK: math.copysign
// CHECK-COUNT-4: math.fma
// CHECK: arith.cmpf oge
// CHECK: arith.select
// CHECK: arith.extf
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK: llvm.call @__nv_tanh(
llvm.func @own(%x: f32, %h: f16, %d: f64, %p: !llvm.ptr) {
  %a = math.tanh %x : f32
  llvm.store volatile %a, %p : f32, !llvm.ptr
  %b = math.tanh %h : f16
  llvm.store volatile %b, %p : f16, !llvm.ptr
  %c = math.tanh %d : f64
  llvm.store volatile %c, %p : f64, !llvm.ptr
  llvm.return
}
