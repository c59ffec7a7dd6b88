// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_80 | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Conversions: instructions where the target has them, integer code elsewhere.

// The hardware of sm_90a converts two fp8 at once.
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s --check-prefix=SM90

// That of sm_100a two fp4, too, which share a byte in its registers only.
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_100a | FileCheck %s --check-prefix=SM100
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_100a | tile-translate -arch=sm_100a -o %t.100.ptx && %ptxas -arch=sm_100a -o /dev/null %t.100.ptx

#l = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>

// CHECK-LABEL: llvm.func @to_fp8
// CHECK-NOT: nvvm.convert
// CHECK: arith.minnumf
// SM90-LABEL: llvm.func @to_fp8
// SM90: nvvm.convert.f32x2.to.f8x2 {{.*}}(f8E4M3FN)
// SM90-NOT: nvvm.convert.f32x2
// SM90-LABEL: llvm.func @from_fp8
func.func @to_fp8(%p: !tile.ptr<f32>, %q: !tile.ptr<f8E4M3FN>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<64x!tile.ptr<f32>, #l>, tensor<64xi32, #l>
  %qs = tile.splat %q : tensor<64x!tile.ptr<f8E4M3FN>, #l>
  %qp = tile.offset %qs, %i : tensor<64x!tile.ptr<f8E4M3FN>, #l>, tensor<64xi32, #l>
  %x = tile_gpu.load %pp vector 2 : tensor<64x!tile.ptr<f32>, #l>
  %y = tile.ftof %x : tensor<64xf32, #l> -> tensor<64xf8E4M3FN, #l>
  tile_gpu.store %qp, %y vector 2 : tensor<64x!tile.ptr<f8E4M3FN>, #l>
  return
}

// CHECK-LABEL: llvm.func @from_fp8
// CHECK-NOT: nvvm.convert
// SM90: nvvm.convert.f8x2.to.f16x2 {{.*}}(f8E5M2)
func.func @from_fp8(%x: f8E4M3FN, %a: f8E8M0FNU, %b: f4E2M1FN, %p: !tile.ptr<f64>, %q: !tile.ptr<f8E5M2>)
    attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %y = tile.ftof %x : f8E4M3FN -> f64
  tile_gpu.store %p, %y : !tile.ptr<f64>
  %c = tile.ftof %a : f8E8M0FNU -> f64
  tile_gpu.store %p, %c : !tile.ptr<f64>
  %d = tile.ftof %b : f4E2M1FN -> f64
  tile_gpu.store %p, %d : !tile.ptr<f64>
  %qs = tile.splat %q : tensor<64x!tile.ptr<f8E5M2>, #l>
  %t = tile_gpu.load %qs : tensor<64x!tile.ptr<f8E5M2>, #l>
  %u = tile.ftof %t : tensor<64xf8E5M2, #l> -> tensor<64xf64, #l>
  %ps = tile.splat %p : tensor<64x!tile.ptr<f64>, #l>
  tile_gpu.store %ps, %u : tensor<64x!tile.ptr<f64>, #l>
  return
}

// f16 to bf16 goes through f32, where it is exact.
// CHECK-LABEL: llvm.func @sixteen_bits
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
// tf32 is an f32 with rounded bits; a 64-bit integer is rounded to odd first.
// CHECK: arith.ori {{.*}} : i64
// SM90: nvvm.convert.float.to.tf32
func.func @sixteen_bits(%h: f16, %n: i64, %p: !tile.ptr<bf16>, %q: !tile.ptr<tf32>)
    attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %b = tile.ftof %h : f16 -> bf16
  tile_gpu.store %p, %b : !tile.ptr<bf16>
  %f = tile.itof %n : i64 -> tf32
  tile_gpu.store %q, %f : !tile.ptr<tf32>
  return
}

// CHECK-LABEL: llvm.func @integers
// CHECK: arith.fptosi {{.*}} : f32 to i32
// CHECK: arith.trunci {{.*}} : i32 to i8
// CHECK: arith.uitofp {{.*}} : i1 to f32
// CHECK: llvm.ptrtoint
// CHECK: llvm.inttoptr
func.func @integers(%h: f16, %c: i1, %p: !tile.ptr<i8>, %q: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile.ftoi %h : f16 -> i8
  tile_gpu.store %p, %i : !tile.ptr<i8>
  %f = tile.itof %c : i1 -> f32
  tile_gpu.store %q, %f : !tile.ptr<f32>
  %bits = tile.bitcast %p : !tile.ptr<i8> -> i64
  %one = arith.constant 1 : i64
  %next = arith.addi %bits, %one : i64
  %r = tile.bitcast %next : i64 -> !tile.ptr<i8>
  tile_gpu.store %r, %i : !tile.ptr<i8>
  return
}

// CHECK-LABEL: llvm.func @fp4
// CHECK-NOT: nvvm.convert
// SM90-LABEL: llvm.func @fp4
// SM90-NOT: nvvm.convert
// SM100-LABEL: llvm.func @fp4
// SM100: %[[BOTH:.*]] = nvvm.convert.f32x2.to.f4x2 {{.*}}(f4E2M1FN)
// SM100: %[[WIDE:.*]] = arith.extui %[[BOTH]] : i8 to i32
// SM100: arith.andi %[[WIDE]], %{{.*}} : i32
// SM100: arith.shrui %[[WIDE]], %{{.*}} : i32
// SM100-NOT: nvvm.convert.f32x2
// SM100: nvvm.convert.f4x2.to.f16x2 {{.*}}(f4E2M1FN)
// SM100-NOT: nvvm.convert
func.func @fp4(%p: !tile.ptr<f32>, %q: !tile.ptr<f4E2M1FN>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<64x!tile.ptr<f32>, #l>, tensor<64xi32, #l>
  %x = tile_gpu.load %pp vector 2 : tensor<64x!tile.ptr<f32>, #l>
  %y = tile.ftof %x : tensor<64xf32, #l> -> tensor<64xf4E2M1FN, #l>
  %qs = tile.splat %q : tensor<64x!tile.ptr<f4E2M1FN>, #l>
  %qp = tile.offset %qs, %i : tensor<64x!tile.ptr<f4E2M1FN>, #l>, tensor<64xi32, #l>
  tile_gpu.store %qp, %y vector 2 : tensor<64x!tile.ptr<f4E2M1FN>, #l>
  %z = tile_gpu.load %qp vector 2 : tensor<64x!tile.ptr<f4E2M1FN>, #l>
  %w = tile.ftof %z : tensor<64xf4E2M1FN, #l> -> tensor<64xf32, #l>
  tile_gpu.store %pp, %w vector 2 : tensor<64x!tile.ptr<f32>, #l>
  return
}
