// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o - | FileCheck %s --check-prefix=PTX
// Exponentials of eight registers and more: their range is looked at once, and four instructions are enough for each.

#eight = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]], warp = []>
#sixty_four = #tile_gpu.layout<register = [[1], [2], [4], [8], [16], [32]], lane = [[64], [128], [256], [512], [1024]], warp = []>
#four = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// CHECK-LABEL: @any
// CHECK-COUNT-8: math.absf
// CHECK-COUNT-7: arith.maxnumf
// CHECK: scf.if {{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: arith.mulf
// CHECK: math.fma
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
// CHECK: math.fma
// CHECK: } else {
// CHECK-COUNT-8: math.exp
// PTX-LABEL: .entry any
// PTX: max.f32
func.func @any(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #eight>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #eight>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #eight>, tensor<256xi32, #eight>
  %x = tile_gpu.load %pp vector 4 : tensor<256x!tile.ptr<f32>, #eight>
  %y = math.exp %x : tensor<256xf32, #eight>
  tile_gpu.store %pp, %y vector 4 : tensor<256x!tile.ptr<f32>, #eight>
  return
}

// Of differences with one subtrahend the extremes of what it is taken from decide, in pairs where those were widened.
// CHECK-LABEL: @less_one
// CHECK-COUNT-3: arith.minnumf {{.*}} : vector<2xbf16>
// CHECK: arith.minnumf {{.*}} : f32
// CHECK: arith.subf
// CHECK-COUNT-3: arith.maxnumf {{.*}} : vector<2xbf16>
// CHECK: scf.if
// PTX-LABEL: .entry less_one
// PTX: min.bf16x2
// PTX: max.bf16x2
func.func @less_one(%p: !tile.ptr<bf16>, %q: !tile.ptr<f32>, %s: f32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #eight>
  %ps = tile.splat %p : tensor<256x!tile.ptr<bf16>, #eight>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<bf16>, #eight>, tensor<256xi32, #eight>
  %n = tile_gpu.load %pp vector 8 : tensor<256x!tile.ptr<bf16>, #eight>
  %a = tile.ftof %n : tensor<256xbf16, #eight> -> tensor<256xf32, #eight>
  %t = tile.splat %s : tensor<256xf32, #eight>
  %x = arith.subf %a, %t : tensor<256xf32, #eight>
  %y = math.exp %x : tensor<256xf32, #eight>
  %qs = tile.splat %q : tensor<256x!tile.ptr<f32>, #eight>
  %qp = tile.offset %qs, %i : tensor<256x!tile.ptr<f32>, #eight>, tensor<256xi32, #eight>
  tile_gpu.store %qp, %y vector 4 : tensor<256x!tile.ptr<f32>, #eight>
  return
}

// Few registers.
// CHECK-LABEL: @few
// CHECK-NOT: scf.if
// CHECK-COUNT-4: math.exp {{.*}} : f32
func.func @few(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #four>
  %x = tile_gpu.load %ps : tensor<128x!tile.ptr<f32>, #four>
  %y = math.exp %x : tensor<128xf32, #four>
  tile_gpu.store %ps, %y : tensor<128x!tile.ptr<f32>, #four>
  return
}

// Of many registers all lanes of a warp go one way, and the long one is a loop through the lane's own memory, by eight.
// CHECK-LABEL: @many
// CHECK-DAG: %[[MEMORY:.*]] = llvm.alloca %{{.*}} x !llvm.array<64 x f32>
// CHECK: %[[IN:.*]] = nvvm.vote.sync all %{{.*}}, %{{.*}} -> i1
// CHECK: scf.if %[[IN]]
// CHECK-COUNT-64: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
// CHECK: } else {
// CHECK-COUNT-64: llvm.store
// CHECK: %[[BY:.*]] = arith.constant 8 : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %[[BY]] : i32 {
// CHECK-COUNT-8: llvm.load
// CHECK-COUNT-8: math.exp
// CHECK-COUNT-8: llvm.store
// CHECK: } {loop_annotation
// CHECK-COUNT-64: llvm.load
// A second one has the same memory.
// CHECK-NOT: llvm.alloca
// CHECK: scf.for
// PTX-LABEL: .entry many
// PTX: __local_depot{{[0-9]+}}[256]
// PTX: vote.sync.all.pred
// PTX: .pragma "nounroll"
// PTX-COUNT-8: ld.local
// PTX-NOT: ld.local
// PTX-COUNT-8: st.local
// PTX: bra
func.func @many(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<2048xi32, #sixty_four>
  %ps = tile.splat %p : tensor<2048x!tile.ptr<f32>, #sixty_four>
  %pp = tile.offset %ps, %i : tensor<2048x!tile.ptr<f32>, #sixty_four>, tensor<2048xi32, #sixty_four>
  %x = tile_gpu.load %pp vector 4 : tensor<2048x!tile.ptr<f32>, #sixty_four>
  %y = math.exp %x : tensor<2048xf32, #sixty_four>
  %z = math.exp %y : tensor<2048xf32, #sixty_four>
  tile_gpu.store %pp, %z vector 4 : tensor<2048x!tile.ptr<f32>, #sixty_four>
  return
}

// Exponentials that may be coarse: the square of the power of half the exponent, which a difference with a shared
// subtrahend gives by itself.
// CHECK-LABEL: @coarse
// CHECK: %[[S:.*]] = arith.mulf %{{.*}}, %cst{{.*}} : f32
// CHECK-COUNT-1: math.fma %{{.*}}, %{{.*}}, %[[S]] : f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
// CHECK-NOT: scf.if
// PTX-LABEL: .entry coarse
// PTX-NOT: ex2.approx.f32
// PTX: fma.rn.f32
// PTX: ex2.approx.ftz.f32
// PTX-NOT: setp
// PTX: ret
func.func @coarse(%p: !tile.ptr<f32>, %s: f32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #eight>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #eight>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #eight>, tensor<256xi32, #eight>
  %a = tile_gpu.load %pp vector 4 : tensor<256x!tile.ptr<f32>, #eight>
  %t = tile.splat %s : tensor<256xf32, #eight>
  %x = arith.subf %a, %t : tensor<256xf32, #eight>
  %y = math.exp2 %x fastmath<afn> : tensor<256xf32, #eight>
  tile_gpu.store %pp, %y vector 4 : tensor<256x!tile.ptr<f32>, #eight>
  return
}

// The natural exponential multiplies first.
// CHECK-LABEL: @coarse_natural
// CHECK: %[[H:.*]] = arith.mulf %{{.*}}, %cst{{.*}} : f32
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%[[H]])
// CHECK: arith.mulf %[[R]], %[[R]] : f32
func.func @coarse_natural(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<128xi32, #four>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #four>
  %pp = tile.offset %ps, %i : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %x = tile_gpu.load %pp vector 4 : tensor<128x!tile.ptr<f32>, #four>
  %y = math.exp %x fastmath<afn> : tensor<128xf32, #four>
  tile_gpu.store %pp, %y vector 4 : tensor<128x!tile.ptr<f32>, #four>
  return
}
