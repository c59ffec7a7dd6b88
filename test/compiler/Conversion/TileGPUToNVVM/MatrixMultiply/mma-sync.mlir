// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pass-pipeline="builtin.module(convert-tile-to-tile-gpu{architecture=sm_89},func.func(tile-gpu-assign-layouts,tile-gpu-allocate-shared-memory),convert-tile-gpu-to-registers{arch=sm_89})" | FileCheck %s
// One instruction for each MMA of one fragment, of the form that its element types have.

// CHECK-LABEL: llvm.func @f0
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f0(%p: !tile.ptr<f32>, %q: !tile.ptr<f16>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<f32>>
  %pa = tile.splat %q : tensor<16x16x!tile.ptr<f16>>
  %pb = tile.splat %q : tensor<16x8x!tile.ptr<f16>>
  %a = tile.load %pa : tensor<16x16x!tile.ptr<f16>>
  %b = tile.load %pb : tensor<16x8x!tile.ptr<f16>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<f32>>
  %d = tile.mma %a, %b, %c : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<f32>>
  return
}

// CHECK-LABEL: llvm.func @f1
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f16.f16"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f1(%p: !tile.ptr<f16>, %q: !tile.ptr<f16>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<f16>>
  %pa = tile.splat %q : tensor<16x16x!tile.ptr<f16>>
  %pb = tile.splat %q : tensor<16x8x!tile.ptr<f16>>
  %a = tile.load %pa : tensor<16x16x!tile.ptr<f16>>
  %b = tile.load %pb : tensor<16x8x!tile.ptr<f16>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<f16>>
  %d = tile.mma %a, %b, %c : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf16>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<f16>>
  return
}

// CHECK-LABEL: llvm.func @f2
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.bf16"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f2(%p: !tile.ptr<f32>, %q: !tile.ptr<bf16>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<f32>>
  %pa = tile.splat %q : tensor<16x16x!tile.ptr<bf16>>
  %pb = tile.splat %q : tensor<16x8x!tile.ptr<bf16>>
  %a = tile.load %pa : tensor<16x16x!tile.ptr<bf16>>
  %b = tile.load %pb : tensor<16x8x!tile.ptr<bf16>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<f32>>
  %d = tile.mma %a, %b, %c : tensor<16x16xbf16>, tensor<16x8xbf16>, tensor<16x8xf32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<f32>>
  return
}

// CHECK-LABEL: llvm.func @f3
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k8.row.col.tf32"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f3(%p: !tile.ptr<f32>, %q: !tile.ptr<tf32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<f32>>
  %pa = tile.splat %q : tensor<16x8x!tile.ptr<tf32>>
  %pb = tile.splat %q : tensor<8x8x!tile.ptr<tf32>>
  %a = tile.load %pa : tensor<16x8x!tile.ptr<tf32>>
  %b = tile.load %pb : tensor<8x8x!tile.ptr<tf32>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<f32>>
  %d = tile.mma %a, %b, %c : tensor<16x8xtf32>, tensor<8x8xtf32>, tensor<16x8xf32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<f32>>
  return
}

// CHECK-LABEL: llvm.func @f4
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.s8"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f4(%p: !tile.ptr<i32>, %q: !tile.ptr<i8>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<i32>>
  %pa = tile.splat %q : tensor<16x32x!tile.ptr<i8>>
  %pb = tile.splat %q : tensor<32x8x!tile.ptr<i8>>
  %a = tile.load %pa : tensor<16x32x!tile.ptr<i8>>
  %b = tile.load %pb : tensor<32x8x!tile.ptr<i8>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<i32>>
  %d = tile.mma %a, %b, %c : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<i32>>
  return
}

// CHECK-LABEL: llvm.func @f5
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.u8.s8"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f5(%p: !tile.ptr<i32>, %q: !tile.ptr<i8>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<i32>>
  %pa = tile.splat %q : tensor<16x32x!tile.ptr<i8>>
  %pb = tile.splat %q : tensor<32x8x!tile.ptr<i8>>
  %a = tile.load %pa : tensor<16x32x!tile.ptr<i8>>
  %b = tile.load %pb : tensor<32x8x!tile.ptr<i8>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<i32>>
  %d = tile.mma %a, %b, %c unsigned_a : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<i32>>
  return
}

// CHECK-LABEL: llvm.func @f6
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.s8.u8"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f6(%p: !tile.ptr<i32>, %q: !tile.ptr<i8>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<i32>>
  %pa = tile.splat %q : tensor<16x32x!tile.ptr<i8>>
  %pb = tile.splat %q : tensor<32x8x!tile.ptr<i8>>
  %a = tile.load %pa : tensor<16x32x!tile.ptr<i8>>
  %b = tile.load %pb : tensor<32x8x!tile.ptr<i8>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<i32>>
  %d = tile.mma %a, %b, %c unsigned_b : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<i32>>
  return
}

// CHECK-LABEL: llvm.func @f7
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.u8"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f7(%p: !tile.ptr<i32>, %q: !tile.ptr<i8>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<i32>>
  %pa = tile.splat %q : tensor<16x32x!tile.ptr<i8>>
  %pb = tile.splat %q : tensor<32x8x!tile.ptr<i8>>
  %a = tile.load %pa : tensor<16x32x!tile.ptr<i8>>
  %b = tile.load %pb : tensor<32x8x!tile.ptr<i8>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<i32>>
  %d = tile.mma %a, %b, %c unsigned_a unsigned_b : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<i32>>
  return
}

// CHECK-LABEL: llvm.func @f8
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f8(%p: !tile.ptr<f32>, %q: !tile.ptr<f8E4M3FN>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<f32>>
  %pa = tile.splat %q : tensor<16x32x!tile.ptr<f8E4M3FN>>
  %pb = tile.splat %q : tensor<32x8x!tile.ptr<f8E4M3FN>>
  %a = tile.load %pa : tensor<16x32x!tile.ptr<f8E4M3FN>>
  %b = tile.load %pb : tensor<32x8x!tile.ptr<f8E4M3FN>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<f32>>
  %d = tile.mma %a, %b, %c : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<f32>>
  return
}

// CHECK-LABEL: llvm.func @f9
// CHECK-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e5m2.e5m2.f32"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @f9(%p: !tile.ptr<f32>, %q: !tile.ptr<f8E5M2>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<f32>>
  %pa = tile.splat %q : tensor<16x32x!tile.ptr<f8E5M2>>
  %pb = tile.splat %q : tensor<32x8x!tile.ptr<f8E5M2>>
  %a = tile.load %pa : tensor<16x32x!tile.ptr<f8E5M2>>
  %b = tile.load %pb : tensor<32x8x!tile.ptr<f8E5M2>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<f32>>
  %d = tile.mma %a, %b, %c : tensor<16x32xf8E5M2>, tensor<32x8xf8E5M2>, tensor<16x8xf32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<f32>>
  return
}

// Where a tile ends before the fragment does: rows and columns are copies, zeros are multiplied beyond K.
// CHECK-LABEL: llvm.func @small
// CHECK: %[[BEYOND:.*]] = arith.andi {{.*}} : i32
// CHECK: arith.cmpi eq
// CHECK: arith.select
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma.m8n8k4.row.col.f64"
// CHECK-NOT: llvm.nvvm.mma
func.func @small(%q: !tile.ptr<f64>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %p = tile.splat %q : tensor<2x2x!tile.ptr<f64>>
  %a = tile.load %p : tensor<2x2x!tile.ptr<f64>>
  %d = tile.mma %a, %a, %a : tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>
  tile.store %p, %d : tensor<2x2x!tile.ptr<f64>>
  return
}

// fp8 units keep few bits of an accumulator: every 128 MMAs it goes to f32.
// CHECK-LABEL: llvm.func @long
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32
// CHECK-COUNT-4: arith.addf
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
func.func @long(%p: !tile.ptr<f32>, %q: !tile.ptr<f8E5M2>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 1>]} {
  %pc = tile.splat %p : tensor<16x8x!tile.ptr<f32>>
  %pa = tile.splat %q : tensor<16x256x!tile.ptr<f8E5M2>>
  %pb = tile.splat %q : tensor<256x8x!tile.ptr<f8E5M2>>
  %a = tile.load %pa : tensor<16x256x!tile.ptr<f8E5M2>>
  %b = tile.load %pb : tensor<256x8x!tile.ptr<f8E5M2>>
  %c = tile.load %pc : tensor<16x8x!tile.ptr<f32>>
  %d = tile.mma %a, %b, %c : tensor<16x256xf8E5M2>, tensor<256x8xf8E5M2>, tensor<16x8xf32>
  tile.store %pc, %d : tensor<16x8x!tile.ptr<f32>>
  return
}
