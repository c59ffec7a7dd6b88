// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o - | FileCheck %s --check-prefix=PTX
// Many registers divided by one: four instructions each instead of a division, where all are in range.

#four = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#two = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
#flat = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]], warp = []>
#eight = #tile_gpu.layout<register = [[0, 1], [0, 2], [1, 0]], lane = [[0, 4], [0, 8], [0, 16], [2, 0], [4, 0]], warp = []>
#rows = #tile_gpu.layout<register = [[1, 0]], lane = [[0, 0], [0, 0], [0, 0], [2, 0], [4, 0]], warp = []>

// CHECK-LABEL: @one_divisor
// CHECK: scf.if {{.*}} -> (f32, f32, f32, f32)
// CHECK-COUNT-1: arith.divf
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.rz.f"
// CHECK-COUNT-13: math.fma
// CHECK: } else {
// CHECK-COUNT-4: arith.divf
// PTX-LABEL: .entry one_divisor
// PTX: rcp.rn.f32
// PTX: rcp.rz.f32
// PTX-COUNT-4: div.rn.f32
func.func @one_divisor(%s: f32, %p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<128xi32, #four>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #four>
  %pp = tile.offset %ps, %i : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %x = tile_gpu.load %pp vector 4 : tensor<128x!tile.ptr<f32>, #four>
  %t = tile.splat %s : tensor<128xf32, #four>
  %y = arith.divf %x, %t : tensor<128xf32, #four>
  tile_gpu.store %pp, %y vector 4 : tensor<128x!tile.ptr<f32>, #four>
  return
}

// One divisor for each of two rows.
// CHECK-LABEL: @divisor_of_a_row
// CHECK-COUNT-2: scf.if {{.*}} -> (f32, f32, f32, f32)
func.func @divisor_of_a_row(%p: !tile.ptr<f32>, %r: tensor<8x1xf32, #rows>) attributes {tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<8x32x!tile.ptr<f32>, #eight>
  %x = tile_gpu.load %ps : tensor<8x32x!tile.ptr<f32>, #eight>
  %t = tile_gpu.broadcast %r : tensor<8x1xf32, #rows> -> tensor<8x32xf32, #eight>
  %y = arith.divf %x, %t : tensor<8x32xf32, #eight>
  tile_gpu.store %ps, %y : tensor<8x32x!tile.ptr<f32>, #eight>
  return
}

// Too few registers, other types, and divisors that differ are divided one by one.
// CHECK-LABEL: @one_by_one
// CHECK-NOT: scf.if
// CHECK-COUNT-10: arith.divf
func.func @one_by_one(%s: f32, %d: f64, %p: !tile.ptr<f32>, %q: !tile.ptr<f64>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>, #two>
  %x = tile_gpu.load %ps : tensor<64x!tile.ptr<f32>, #two>
  %t = tile.splat %s : tensor<64xf32, #two>
  %y = arith.divf %x, %t : tensor<64xf32, #two>
  tile_gpu.store %ps, %y : tensor<64x!tile.ptr<f32>, #two>
  %qs = tile.splat %q : tensor<128x!tile.ptr<f64>, #four>
  %v = tile_gpu.load %qs : tensor<128x!tile.ptr<f64>, #four>
  %u = tile.splat %d : tensor<128xf64, #four>
  %w = arith.divf %v, %u : tensor<128xf64, #four>
  tile_gpu.store %qs, %w : tensor<128x!tile.ptr<f64>, #four>
  %pf = tile.splat %p : tensor<128x!tile.ptr<f32>, #four>
  %a = tile_gpu.load %pf : tensor<128x!tile.ptr<f32>, #four>
  %o = tile.splat %s : tensor<128xf32, #four>
  %b = arith.divf %o, %a : tensor<128xf32, #four>
  tile_gpu.store %pf, %b : tensor<128x!tile.ptr<f32>, #four>
  return
}

// Quotients that only become bf16: a product each, and a test of two at once whether its lower half is near where bf16
// rounds the other way; those are divided in f64. Not where the float is wanted too, and not for f16.
// CHECK-LABEL: @narrowed
// CHECK-COUNT-4: arith.mulf
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.prmt"
// CHECK: arith.cmpi uge, {{.*}} : vector<2xi16>
// CHECK: scf.if {{.*}} -> (f32, f32, f32, f32)
// CHECK: } else {
// CHECK-NOT: arith.divf
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.d"
// CHECK-COUNT-4: arith.truncf {{.*}} : f64 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.rz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.rz.f"
// PTX-LABEL: .entry narrowed
// PTX: add{{.*}}16x2
// PTX: min.u16x2
func.func @narrowed(%s: f32, %p: !tile.ptr<f32>, %q: !tile.ptr<bf16>, %r: !tile.ptr<f16>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<128xi32, #four>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #four>
  %pp = tile.offset %ps, %i : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %x = tile_gpu.load %pp vector 4 : tensor<128x!tile.ptr<f32>, #four>
  %t = tile.splat %s : tensor<128xf32, #four>
  %y = arith.divf %x, %t : tensor<128xf32, #four>
  %n = tile.ftof %y : tensor<128xf32, #four> -> tensor<128xbf16, #four>
  %qs = tile.splat %q : tensor<128x!tile.ptr<bf16>, #four>
  %qp = tile.offset %qs, %i : tensor<128x!tile.ptr<bf16>, #four>, tensor<128xi32, #four>
  tile_gpu.store %qp, %n : tensor<128x!tile.ptr<bf16>, #four>
  %x2 = arith.addf %x, %t : tensor<128xf32, #four>
  %y2 = arith.divf %x2, %t : tensor<128xf32, #four>
  %n2 = tile.ftof %y2 : tensor<128xf32, #four> -> tensor<128xbf16, #four>
  %qq = tile.offset %qp, %i : tensor<128x!tile.ptr<bf16>, #four>, tensor<128xi32, #four>
  tile_gpu.store %qq, %n2 : tensor<128x!tile.ptr<bf16>, #four>
  tile_gpu.store %pp, %y2 vector 4 : tensor<128x!tile.ptr<f32>, #four>
  %x3 = arith.mulf %x, %t : tensor<128xf32, #four>
  %y3 = arith.divf %x3, %t : tensor<128xf32, #four>
  %n3 = tile.ftof %y3 : tensor<128xf32, #four> -> tensor<128xf16, #four>
  %rs = tile.splat %r : tensor<128x!tile.ptr<f16>, #four>
  tile_gpu.store %rs, %n3 : tensor<128x!tile.ptr<f16>, #four>
  return
}

// Exponentials that are in range are not looked at again: where their quotients become bf16 two instructions for each.
// CHECK-LABEL: @powers
// CHECK: %[[IN:.*]] = arith.cmpf olt
// CHECK: scf.if %[[IN]] -> (f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: arith.divf
// CHECK: %[[SUITS:.*]] = arith.andi %{{.*}}, %[[IN]]
// CHECK: scf.if %[[SUITS]] -> (f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK-COUNT-9: math.fma
// CHECK-NOT: llvm.call_intrinsic
// CHECK: } else {
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.prmt"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.d"
// CHECK: %[[SUITS2:.*]] = arith.andi %{{.*}}, %[[IN]]
// CHECK-NOT: math.absf
// CHECK: scf.if %[[SUITS2]] -> (f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.rz.f"
// CHECK: } else {
// CHECK-COUNT-8: math.absf
// CHECK: scf.if {{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: } else {
// CHECK-COUNT-8: arith.divf
// PTX-LABEL: .entry powers
// PTX: ex2.approx
func.func @powers(%s: f32, %p: !tile.ptr<f32>, %q: !tile.ptr<bf16>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #flat>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #flat>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #flat>, tensor<256xi32, #flat>
  %x = tile_gpu.load %pp vector 4 : tensor<256x!tile.ptr<f32>, #flat>
  %e = math.exp %x : tensor<256xf32, #flat>
  %t = tile.splat %s : tensor<256xf32, #flat>
  %y = arith.divf %e, %t : tensor<256xf32, #flat>
  %n = tile.ftof %y : tensor<256xf32, #flat> -> tensor<256xbf16, #flat>
  %qs = tile.splat %q : tensor<256x!tile.ptr<bf16>, #flat>
  %qp = tile.offset %qs, %i : tensor<256x!tile.ptr<bf16>, #flat>, tensor<256xi32, #flat>
  tile_gpu.store %qp, %n vector 8 : tensor<256x!tile.ptr<bf16>, #flat>
  %z = arith.divf %e, %t : tensor<256xf32, #flat>
  tile_gpu.store %pp, %z vector 4 : tensor<256x!tile.ptr<f32>, #flat>
  return
}
