// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// How many instructions known layout conversions take. Both sides of a transpose are free of bank conflicts
// (test/dialects/Layout), so these numbers are what it costs.

#rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#columns = #tile_gpu.layout<register = [[1, 0], [2, 0], [0, 16]], lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = [[0, 4], [0, 8]]>

// 32x32 of 32 bits over 128 lanes: 8 elements a lane, stored 16 bytes at once, loaded 4 at once.
// CHECK-LABEL: llvm.func @transpose32
// CHECK-COUNT-2: llvm.store {{.*}} vector<4xi32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK-COUNT-8: llvm.load {{.*}} !llvm.ptr<3> -> i32
// CHECK-NOT: {{llvm.load|barrier|shfl|bar.warp}}
func.func @transpose32() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %x = tile.iota : tensor<32x32xi32, #rows>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<32x32xi32, #rows> -> tensor<32x32xi32, #columns>
  return
}

#wide_rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#wide_columns = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [0, 16], [0, 32]], lane = [[8, 0], [16, 0], [32, 0], [0, 1], [0, 2]], warp = [[0, 4], [0, 8]]>

// 64x64 of 16 bits over 128 lanes: 32 elements a lane, stored 16 bytes at once; four matrices of 8x8 transposed by each load.
// CHECK-LABEL: llvm.func @transpose16
// CHECK-COUNT-4: llvm.store {{.*}} vector<8xi16>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK-COUNT-4: ldmatrix.sync.aligned.m8n8.x4.trans.b16
// CHECK-NOT: ldmatrix
// CHECK-NOT: {{llvm.load|barrier|shfl|bar.warp}}
func.func @transpose16() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %x = tile.iota : tensor<64x64xi16, #wide_rows>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<64x64xi16, #wide_rows> -> tensor<64x64xi16, #wide_columns>
  return
}

#blocked = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]]>
#slice = #tile_gpu.layout<register = [[16], [32]], lane = [[0], [0], [0], [1], [2]], warp = [[4], [8]]>

// A vector over lanes becomes one a row of a matrix: one store by its owners, two vector loads.
// CHECK-LABEL: llvm.func @slice
// CHECK: @$1 st.shared.b32
// CHECK-NOT: st.shared
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load {{.*}} !llvm.ptr<3> -> vector<2xi32>
// CHECK-NOT: {{llvm.load|barrier|shfl|bar.warp}}
func.func @slice() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %x = tile.iota : tensor<64xi32, #blocked>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<64xi32, #blocked> -> tensor<64xi32, #slice>
  return
}

#striped = #tile_gpu.layout<register = [[1], [64]], lane = [[2], [4], [8], [16], [32]], warp = [[128]]>
#neighbours = #tile_gpu.layout<register = [[1], [2]], lane = [[64], [4], [8], [16], [32]], warp = [[128]]>

// One register bit and one lane bit trade places: half of the registers travel, two 16-bit ones in a word.
// CHECK-LABEL: llvm.func @exchange32
// CHECK-COUNT-2: nvvm.shfl.sync bfly
// CHECK-NOT: {{shfl|ptr<3>}}
// CHECK-LABEL: llvm.func @exchange16
// CHECK: nvvm.shfl.sync bfly
// CHECK-NOT: {{shfl|ptr<3>}}
func.func @exchange32() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %x = tile.iota : tensor<256xi32, #striped>
  %y = tile_gpu.convert_layout %x : tensor<256xi32, #striped> -> tensor<256xi32, #neighbours>
  return
}
func.func @exchange16() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %x = tile.iota : tensor<256xi16, #striped>
  %y = tile_gpu.convert_layout %x : tensor<256xi16, #striped> -> tensor<256xi16, #neighbours>
  return
}

#accumulator = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
#operand = #tile_gpu.layout<register = [[0, 1], [0, 8], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>

// The accumulator of one MMA as the operand of the next: other register numbers.
// CHECK-LABEL: llvm.func @fragment
// CHECK-NOT: {{shfl|ptr<3>|arith.select}}
// CHECK: llvm.return
func.func @fragment() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %x = tile.iota : tensor<32x16xi16, #accumulator>
  %y = tile_gpu.convert_layout %x : tensor<32x16xi16, #accumulator> -> tensor<32x16xi16, #operand>
  return
}

#in_warp_rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0]]>
#in_warp_columns = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[32, 0]]>

// Each warp transposes its own part: warps do not wait for each other. Words are pairs of 16 bits to a matrix load.
// CHECK-LABEL: llvm.func @in_warp
// CHECK: nvvm.bar.warp.sync
// CHECK-COUNT-8: llvm.store {{.*}} vector<4xi32>, !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK-COUNT-8: ldmatrix.sync.aligned.m8n8.x4.b16
// CHECK-NOT: {{ldmatrix|llvm.load|barrier|shfl|bar.warp}}
func.func @in_warp() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.warp_scratch_bytes = 4096 : i64} {
  %x = tile.iota : tensor<64x32xi32, #in_warp_rows>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<64x32xi32, #in_warp_rows> -> tensor<64x32xi32, #in_warp_columns>
  return
}
