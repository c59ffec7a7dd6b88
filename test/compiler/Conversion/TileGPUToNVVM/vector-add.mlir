// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx
// RUN: FileCheck %s < %t.80.ptx && %ptxas -arch=sm_80 -v -o /dev/null %t.80.ptx 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx
// RUN: FileCheck %s < %t.90.ptx && %ptxas -arch=sm_90a -v -o /dev/null %t.90.ptx 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Vector add: two vectorised loads, eight additions, one vectorised store of each lane; nothing spilled.

#layout = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>

// CHECK: .visible .entry vector_add(
// CHECK: .reqntid 128
// CHECK-DAG: ld.global.v4.b32
// CHECK-DAG: ld.global.v4.b32
// CHECK-COUNT-4: add.rn.f32
// CHECK: st.global.v4.b32
// PTXAS: 0 bytes spill stores, 0 bytes spill loads
func.func @vector_add(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>)
    attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %block = tile.block_id x
  %size = arith.constant 512 : i32
  %start = arith.muli %block, %size : i32
  %first = tile.splat %start : tensor<512xi32, #layout>
  %lane = tile_gpu.coordinate 0 : tensor<512xi32, #layout>
  %index = arith.addi %first, %lane : tensor<512xi32, #layout>
  %as = tile.splat %a : tensor<512x!tile.ptr<f32>, #layout>
  %bs = tile.splat %b : tensor<512x!tile.ptr<f32>, #layout>
  %cs = tile.splat %c : tensor<512x!tile.ptr<f32>, #layout>
  %ap = tile.offset %as, %index : tensor<512x!tile.ptr<f32>, #layout>, tensor<512xi32, #layout>
  %bp = tile.offset %bs, %index : tensor<512x!tile.ptr<f32>, #layout>, tensor<512xi32, #layout>
  %cp = tile.offset %cs, %index : tensor<512x!tile.ptr<f32>, #layout>, tensor<512xi32, #layout>
  %x = tile_gpu.load %ap vector 4 : tensor<512x!tile.ptr<f32>, #layout>
  %y = tile_gpu.load %bp vector 4 : tensor<512x!tile.ptr<f32>, #layout>
  %z = arith.addf %x, %y : tensor<512xf32, #layout>
  tile_gpu.store %cp, %z vector 4 : tensor<512x!tile.ptr<f32>, #layout>
  return
}
