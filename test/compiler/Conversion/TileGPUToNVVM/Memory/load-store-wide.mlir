// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_100a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_100a | tile-translate -arch=sm_100a -o %t.100.ptx && %ptxas -arch=sm_100a -o /dev/null %t.100.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.100.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_121a | tile-translate -arch=sm_121a -o %t.121.ptx && %ptxas -arch=sm_121a -o /dev/null %t.121.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.121.ptx
// REQUIRES: ptxas
// Accesses of 32 bytes, where the target has them: of global memory only.

#l = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]], warp = []>

// CHECK-LABEL: llvm.func @plain
// CHECK: llvm.load {{.*}} {alignment = 32 : i64} : !llvm.ptr<1> -> vector<8xf32>
// CHECK: llvm.store {{.*}} {alignment = 32 : i64} : vector<8xf32>, !llvm.ptr<1>
// PTX-LABEL: .entry plain
// PTX: ld.global.v{{8.b32|4.b64}}
// PTX: st.global.v{{8.b32|4.b64}}
func.func @plain(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.access_bytes = 32 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #l>, tensor<256xi32, #l>
  %qs = tile.splat %q : tensor<256x!tile.ptr<f32>, #l>
  %qq = tile.offset %qs, %i : tensor<256x!tile.ptr<f32>, #l>, tensor<256xi32, #l>
  %x = tile_gpu.load %pp vector 8 : tensor<256x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %x vector 8 : tensor<256x!tile.ptr<f32>, #l>
  return
}

// CHECK-LABEL: llvm.func @masked
// CHECK: "@$9 ld.global.v8.b32 {$0, $1, $2, $3, $4, $5, $6, $7}, [$8];"
// CHECK: "@$1 st.global.v8.b32 [$0], {$2, $3, $4, $5, $6, $7, $8, $9};"
// PTX-LABEL: .entry masked
func.func @masked(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.access_bytes = 32 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %ns = tile.splat %n : tensor<256xi32, #l>
  %m = arith.cmpi slt, %i, %ns : tensor<256xi32, #l>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #l>, tensor<256xi32, #l>
  %x = tile_gpu.load %pp mask %m vector 8 : tensor<256x!tile.ptr<f32>, #l>
  tile_gpu.store %pp, %x mask %m vector 8 : tensor<256x!tile.ptr<f32>, #l>
  return
}

// What may lie in shared memory goes in two.
// CHECK-LABEL: llvm.func @anywhere
// CHECK-COUNT-2: "@$5 ld.v4.b32
// CHECK-COUNT-2: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-COUNT-2: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
// PTX-LABEL: .entry anywhere
func.func @anywhere(%where: !tile.ptr<i64>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.access_bytes = 32 : i32} {
  %bits = tile_gpu.load %where : !tile.ptr<i64>
  %p = tile.bitcast %bits : i64 -> !tile.ptr<f32>
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %ns = tile.splat %n : tensor<256xi32, #l>
  %m = arith.cmpi slt, %i, %ns : tensor<256xi32, #l>
  %zero = arith.constant dense<0.0> : tensor<256xf32, #l>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #l>, tensor<256xi32, #l>
  %x = tile_gpu.load %pp mask %m padding %zero vector 8 : tensor<256x!tile.ptr<f32>, #l>
  %y = tile_gpu.load %pp vector 8 : tensor<256x!tile.ptr<f32>, #l>
  %z = arith.addf %x, %y : tensor<256xf32, #l>
  tile_gpu.store %pp, %z vector 8 : tensor<256x!tile.ptr<f32>, #l>
  return
}
