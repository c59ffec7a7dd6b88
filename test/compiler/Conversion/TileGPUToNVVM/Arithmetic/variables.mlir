// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Barriers, the grid, variables, constants.

#l = #tile_gpu.layout<register = [[1]], lane = [[2], [0], [0], [0], [0]], warp = []>

// CHECK: llvm.mlir.global internal constant @[[TABLE:.*]](dense<[1, 7, 2, 9]> : tensor<4xi32>) {addr_space = 1 : i32, alignment = 16 : i64}
// CHECK: llvm.mlir.global external @counter(dense<0> : tensor<8xi8>) {addr_space = 1 : i32, alignment = 8 : i64}
// CHECK: llvm.mlir.global internal @hidden(dense<[1, 2, 3, 4]> : tensor<4xi8>)
tile.global @counter 8 bytes align 8
tile.global "private" @hidden 4 bytes align 4 = [1, 2, 3, 4]

// CHECK-LABEL: llvm.func @variables
// CHECK: llvm.mlir.addressof @counter : !llvm.ptr<1>
// CHECK: nvvm.read.ptx.sreg.ctaid.y
// CHECK: nvvm.read.ptx.sreg.nctaid.z
// CHECK: st.global.b32
func.func @variables() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %p = tile.address_of @counter : !tile.ptr<i32>
  %b = tile.block_id y
  %n = tile.num_blocks z
  %s = arith.addi %b, %n : i32
  tile_gpu.store %p, %s : !tile.ptr<i32>
  return
}

// One warp needs no CTA barrier.
// CHECK-LABEL: llvm.func @one_warp
// CHECK: nvvm.bar.warp.sync
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
func.func @one_warp() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  tile_gpu.memory_barrier cta
  return
}
// CHECK-LABEL: llvm.func @two_warps
// CHECK: nvvm.barrier0
// CHECK: nvvm.bar.warp.sync
func.func @two_warps() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  tile_gpu.memory_barrier cta
  tile_gpu.memory_barrier warp
  return
}

// Different elements: each lane reads its own from a table.
// CHECK-LABEL: llvm.func @constants
// CHECK: llvm.mlir.addressof @[[TABLE]]
// CHECK-COUNT-2: llvm.load {{.*}} : !llvm.ptr<1> -> i32
// CHECK: arith.constant 56 : i8
func.func @constants(%p: !tile.ptr<i32>, %q: !tile.ptr<f8E4M3FN>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c = arith.constant dense<[1, 7, 2, 9]> : tensor<4xi32, #l>
  %ps = tile.splat %p : tensor<4x!tile.ptr<i32>, #l>
  tile_gpu.store %ps, %c : tensor<4x!tile.ptr<i32>, #l>
  %d = arith.constant dense<1.0> : tensor<4xf8E4M3FN, #l>
  %qs = tile.splat %q : tensor<4x!tile.ptr<f8E4M3FN>, #l>
  tile_gpu.store %qs, %d : tensor<4x!tile.ptr<f8E4M3FN>, #l>
  return
}
