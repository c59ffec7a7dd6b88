// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate %s | FileCheck %s
// RUN: tile-translate -ftz %s | FileCheck %s --check-prefix=FLUSH
// RUN: not tile-translate %s -libdevice=/nowhere/libdevice.10.bc 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: tile-translate %s -o %t.ptx && %ptxas -arch=sm_90a -o /dev/null %t.ptx
// REQUIRES: ptxas
// Functions of libdevice are linked, inlined, and leave nothing else of the library behind.

// CHECK-NOT: __nv_
// CHECK-NOT: reflect
// CHECK-NOT: {{\.ftz\.f32.*fma}}
// CHECK: .visible .entry k(
// CHECK: ex2.approx
// CHECK-NOT: .func
// FLUSH: fma.rn.ftz.f32
// MISSING: error: function '__nv_expf' needs libdevice.10.bc of the CUDA Toolkit, looked for at /nowhere/libdevice.10.bc; set CUDA_PATH
llvm.func @__nv_expf(f32) -> f32
llvm.func @k(%o: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %a = llvm.call @__nv_expf(%x) : (f32) -> f32
  llvm.store %a, %o : f32, !llvm.ptr<1>
  llvm.return
}
