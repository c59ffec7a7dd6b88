// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Rounding and subnormal modes are the PTX instructions of that name.

// CHECK-LABEL: llvm.func @modes
// CHECK: llvm.call_intrinsic "llvm.nvvm.add.rz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.mul.rp.ftz.f"
// CHECK: arith.negf
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.add.rm.d"
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"(
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.approx.ftz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.fma.rn.ftz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.approx.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"
// CHECK: llvm.intr.exp2
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK: llvm.intr.tanh({{.*}}) {fastmathFlags = #llvm.fastmath<afn>}
// f16 in f32, narrowed in the same direction.
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.add.rz.f"
// CHECK: llvm.inline_asm "cvt.rz.f16.f32 $0, $1;"
// To nearest f32 is precise enough, but not for fused multiply-adds.
// CHECK: llvm.call_intrinsic "llvm.nvvm.mul.rn.f"
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK: math.fma {{.*}} : f16
// bf16 is the upper half of f32.
// CHECK: llvm.call_intrinsic "llvm.nvvm.mul.rp.f"
// CHECK: arith.addi {{.*}} : i32
// CHECK: arith.bitcast {{.*}} : i16 to bf16
func.func @modes(%x: f32, %d: f64, %h: f16, %u: bf16, %p: !tile.ptr<f32>, %q: !tile.ptr<f64>, %r: !tile.ptr<f16>, %s: !tile.ptr<bf16>)
    attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %a = tile.addf %x, %x rounding<toward_zero> : f32
  %b = tile.mulf %a, %x rounding<toward_positive> flush : f32
  %c = tile.subf %d, %d rounding<toward_negative> : f64
  tile_gpu.store %q, %c : !tile.ptr<f64>
  %e = tile.divf %b, %x rounding<full> : f32
  %f = tile.divf %e, %x rounding<approximate> flush : f32
  %g = tile.fma %f, %x, %b flush : f32
  %i = tile.sqrt %g rounding<approximate> : f32
  %j = tile.rsqrt %i flush : f32
  %k = tile.exp %j rounding<approximate> : f32
  %l = tile.exp2 %k flush : f32
  %m = tile.tanh %l rounding<approximate> : f32
  tile_gpu.store %p, %m : !tile.ptr<f32>
  %n = tile.addf %h, %h rounding<toward_zero> : f16
  %n1 = tile.mulf %n, %h : f16
  %n2 = tile.fma %n1, %h, %h : f16
  tile_gpu.store %r, %n2 : !tile.ptr<f16>
  %o = tile.mulf %u, %u rounding<toward_positive> : bf16
  tile_gpu.store %s, %o : !tile.ptr<bf16>
  return
}
