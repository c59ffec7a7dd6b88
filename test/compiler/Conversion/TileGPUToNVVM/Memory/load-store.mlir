// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Loads and stores: as wide as `vector` allows, predicated where there is a mask or other lanes hold copies.

#l = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]], warp = []>
#copies = #tile_gpu.layout<register = [], lane = [[1], [2], [4], [8], [0]], warp = [[0]]>

// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
func.func @vectors(%p: !tile.ptr<f16>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f16>, #l>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f16>, #l>, tensor<256xi32, #l>
  %x = tile_gpu.load %pp vector 8 : tensor<256x!tile.ptr<f16>, #l>
  tile_gpu.store %pp, %x vector 8 : tensor<256x!tile.ptr<f16>, #l>
  return
}

// Padding is what the registers hold before the load that may not happen.
// CHECK-LABEL: llvm.func @masked
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3"
// CHECK: llvm.inline_asm has_side_effects "@$1 st.global.v4.b32 [$0], {$2, $3, $4, $5};", "l,b,r,r,r,r"
// Without padding the value is whatever it is.
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b16 $0, [$1];", "=h,l,b"
func.func @masked(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %ns = tile.splat %n : tensor<256xi32, #l>
  %m = arith.cmpi slt, %i, %ns : tensor<256xi32, #l>
  %zero = arith.constant dense<0.0> : tensor<256xf16, #l>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f16>, #l>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f16>, #l>, tensor<256xi32, #l>
  %x = tile_gpu.load %pp mask %m padding %zero vector 8 : tensor<256x!tile.ptr<f16>, #l>
  tile_gpu.store %pp, %x mask %m vector 8 : tensor<256x!tile.ptr<f16>, #l>
  %y = tile_gpu.load %pp mask %m : tensor<256x!tile.ptr<f16>, #l>
  tile_gpu.store %pp, %y mask %m : tensor<256x!tile.ptr<f16>, #l>
  return
}

// Lane bit 4 and the warp bit are copies: only threads 0 to 15 store. A scalar is stored by thread 0.
// CHECK-LABEL: llvm.func @owners
// CHECK: arith.constant 48 : i32
// CHECK: arith.cmpi eq
// CHECK: st.global.b8
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: arith.cmpi eq
// CHECK: st.global.b64
func.func @owners(%p: !tile.ptr<i1>, %q: !tile.ptr<f64>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<16x!tile.ptr<i1>, #copies>
  %x = tile_gpu.load %ps : tensor<16x!tile.ptr<i1>, #copies>
  tile_gpu.store %ps, %x : tensor<16x!tile.ptr<i1>, #copies>
  %d = tile_gpu.load %q : !tile.ptr<f64>
  tile_gpu.store %q, %d : !tile.ptr<f64>
  return
}

// A pointer of unknown origin is a generic address: it may lead to shared memory.
// CHECK-LABEL: llvm.func @generic
// CHECK: llvm.load {{.*}} : !llvm.ptr<1> -> i64
// CHECK: llvm.load {{.*}} : !llvm.ptr -> f32
// The block's own memory lies in shared memory.
// CHECK: llvm.addrspacecast {{.*}} : !llvm.ptr<3> to !llvm.ptr
// CHECK: "@$1 st.shared.b32 [$0], $2;"
func.func @generic(%p: !tile.ptr<i64>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %bits = tile_gpu.load %p : !tile.ptr<i64>
  %loaded = tile.bitcast %bits : i64 -> !tile.ptr<f32>
  %x = tile_gpu.load %loaded : !tile.ptr<f32>
  %local = tile_gpu.alloca 64 bytes align 16 {shared_offset = 32 : i64} : !tile.ptr<f32>
  tile_gpu.store %local, %x : !tile.ptr<f32>
  return
}
