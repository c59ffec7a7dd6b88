// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-gpu-remove-layout-conversions))' | FileCheck %s
// Many conversions of long chains, rebuilt in the wanted layout: the table of rebuilt tiles grows while operands are built.
// CHECK-NOT: tile_gpu.convert_layout
// CHECK: return
#a = #tile_gpu.layout<register = [[64]], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#b = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64]]>
func.func @k(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
%pb = tile.splat %p : tensor<128x!tile.ptr<i32>, #b>
%s = tile.iota : tensor<128xi32, #a>
%v0_0 = arith.muli %s, %s : tensor<128xi32, #a>
%v0_1 = arith.addi %v0_0, %s : tensor<128xi32, #a>
%v0_2 = arith.muli %v0_1, %s : tensor<128xi32, #a>
%v0_3 = arith.addi %v0_2, %s : tensor<128xi32, #a>
%v0_4 = arith.muli %v0_3, %s : tensor<128xi32, #a>
%v0_5 = arith.addi %v0_4, %s : tensor<128xi32, #a>
%v0_6 = arith.muli %v0_5, %s : tensor<128xi32, #a>
%v0_7 = arith.addi %v0_6, %s : tensor<128xi32, #a>
%v0_8 = arith.muli %v0_7, %s : tensor<128xi32, #a>
%v0_9 = arith.addi %v0_8, %s : tensor<128xi32, #a>
%c0 = tile_gpu.convert_layout %v0_9 : tensor<128xi32, #a> -> tensor<128xi32, #b>
tile_gpu.store %pb, %c0 : tensor<128x!tile.ptr<i32>, #b>
%v1_0 = arith.muli %s, %s : tensor<128xi32, #a>
%v1_1 = arith.addi %v1_0, %s : tensor<128xi32, #a>
%v1_2 = arith.muli %v1_1, %s : tensor<128xi32, #a>
%v1_3 = arith.addi %v1_2, %s : tensor<128xi32, #a>
%v1_4 = arith.muli %v1_3, %s : tensor<128xi32, #a>
%v1_5 = arith.addi %v1_4, %s : tensor<128xi32, #a>
%v1_6 = arith.muli %v1_5, %s : tensor<128xi32, #a>
%v1_7 = arith.addi %v1_6, %s : tensor<128xi32, #a>
%v1_8 = arith.muli %v1_7, %s : tensor<128xi32, #a>
%v1_9 = arith.addi %v1_8, %s : tensor<128xi32, #a>
%c1 = tile_gpu.convert_layout %v1_9 : tensor<128xi32, #a> -> tensor<128xi32, #b>
tile_gpu.store %pb, %c1 : tensor<128x!tile.ptr<i32>, #b>
%v2_0 = arith.muli %s, %s : tensor<128xi32, #a>
%v2_1 = arith.addi %v2_0, %s : tensor<128xi32, #a>
%v2_2 = arith.muli %v2_1, %s : tensor<128xi32, #a>
%v2_3 = arith.addi %v2_2, %s : tensor<128xi32, #a>
%v2_4 = arith.muli %v2_3, %s : tensor<128xi32, #a>
%v2_5 = arith.addi %v2_4, %s : tensor<128xi32, #a>
%v2_6 = arith.muli %v2_5, %s : tensor<128xi32, #a>
%v2_7 = arith.addi %v2_6, %s : tensor<128xi32, #a>
%v2_8 = arith.muli %v2_7, %s : tensor<128xi32, #a>
%v2_9 = arith.addi %v2_8, %s : tensor<128xi32, #a>
%c2 = tile_gpu.convert_layout %v2_9 : tensor<128xi32, #a> -> tensor<128xi32, #b>
tile_gpu.store %pb, %c2 : tensor<128x!tile.ptr<i32>, #b>
%v3_0 = arith.muli %s, %s : tensor<128xi32, #a>
%v3_1 = arith.addi %v3_0, %s : tensor<128xi32, #a>
%v3_2 = arith.muli %v3_1, %s : tensor<128xi32, #a>
%v3_3 = arith.addi %v3_2, %s : tensor<128xi32, #a>
%v3_4 = arith.muli %v3_3, %s : tensor<128xi32, #a>
%v3_5 = arith.addi %v3_4, %s : tensor<128xi32, #a>
%v3_6 = arith.muli %v3_5, %s : tensor<128xi32, #a>
%v3_7 = arith.addi %v3_6, %s : tensor<128xi32, #a>
%v3_8 = arith.muli %v3_7, %s : tensor<128xi32, #a>
%v3_9 = arith.addi %v3_8, %s : tensor<128xi32, #a>
%c3 = tile_gpu.convert_layout %v3_9 : tensor<128xi32, #a> -> tensor<128xi32, #b>
tile_gpu.store %pb, %c3 : tensor<128x!tile.ptr<i32>, #b>
%v4_0 = arith.muli %s, %s : tensor<128xi32, #a>
%v4_1 = arith.addi %v4_0, %s : tensor<128xi32, #a>
%v4_2 = arith.muli %v4_1, %s : tensor<128xi32, #a>
%v4_3 = arith.addi %v4_2, %s : tensor<128xi32, #a>
%v4_4 = arith.muli %v4_3, %s : tensor<128xi32, #a>
%v4_5 = arith.addi %v4_4, %s : tensor<128xi32, #a>
%v4_6 = arith.muli %v4_5, %s : tensor<128xi32, #a>
%v4_7 = arith.addi %v4_6, %s : tensor<128xi32, #a>
%v4_8 = arith.muli %v4_7, %s : tensor<128xi32, #a>
%v4_9 = arith.addi %v4_8, %s : tensor<128xi32, #a>
%c4 = tile_gpu.convert_layout %v4_9 : tensor<128xi32, #a> -> tensor<128xi32, #b>
tile_gpu.store %pb, %c4 : tensor<128x!tile.ptr<i32>, #b>
%v5_0 = arith.muli %s, %s : tensor<128xi32, #a>
%v5_1 = arith.addi %v5_0, %s : tensor<128xi32, #a>
%v5_2 = arith.muli %v5_1, %s : tensor<128xi32, #a>
%v5_3 = arith.addi %v5_2, %s : tensor<128xi32, #a>
%v5_4 = arith.muli %v5_3, %s : tensor<128xi32, #a>
%v5_5 = arith.addi %v5_4, %s : tensor<128xi32, #a>
%v5_6 = arith.muli %v5_5, %s : tensor<128xi32, #a>
%v5_7 = arith.addi %v5_6, %s : tensor<128xi32, #a>
%v5_8 = arith.muli %v5_7, %s : tensor<128xi32, #a>
%v5_9 = arith.addi %v5_8, %s : tensor<128xi32, #a>
%c5 = tile_gpu.convert_layout %v5_9 : tensor<128xi32, #a> -> tensor<128xi32, #b>
tile_gpu.store %pb, %c5 : tensor<128x!tile.ptr<i32>, #b>
return
}
