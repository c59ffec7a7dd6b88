// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.ptx && %ptxas -arch=sm_80 -o /dev/null %t.ptx
// REQUIRES: ptxas
// Operands of 16 bits on their way to fragments: stored 16 bytes at once, loaded four matrices at once.

#rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [32, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [16, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [0, 0]]>

// CHECK-LABEL: llvm.func @left
// CHECK-COUNT-2: llvm.store {{.*}} : vector<8xf16>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16"
// CHECK-NOT: {{llvm.load|ldmatrix}}
// CHECK: llvm.return
func.func @left(%p: !tile.ptr<f16>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<64x32x!tile.ptr<f16>, #rows>
  %x = tile_gpu.load %ps : tensor<64x32x!tile.ptr<f16>, #rows>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
  %qs = tile.splat %p : tensor<64x32x!tile.ptr<f16>, #a>
  tile_gpu.store %qs, %y : tensor<64x32x!tile.ptr<f16>, #a>
  return
}

// Where neighbours along K are in different rows of the scratch, matrices are turned as they are loaded.
#columns = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0], [0, 8], [0, 16], [16, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 0], [0, 32]]>
// CHECK-LABEL: llvm.func @right
// CHECK-COUNT-2: llvm.store {{.*}} : vector<8xf16>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16"
// CHECK-NOT: {{llvm.load|ldmatrix}}
// CHECK: llvm.return
func.func @right(%p: !tile.ptr<f16>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<32x64x!tile.ptr<f16>, #columns>
  %x = tile_gpu.load %ps : tensor<32x64x!tile.ptr<f16>, #columns>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<32x64xf16, #columns> -> tensor<32x64xf16, #b>
  %qs = tile.splat %p : tensor<32x64x!tile.ptr<f16>, #b>
  tile_gpu.store %qs, %y : tensor<32x64x!tile.ptr<f16>, #b>
  return
}
