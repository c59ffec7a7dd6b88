// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_100a | FileCheck %s --check-prefix=PAIRS
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s --check-prefix=SINGLES
// FMA-based MMAs of f32: two accumulators that share an element of A or B take one packed instruction, where the chip has it.

#cell = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [1, 0], [2, 0], [4, 0], [8, 0]]>
#row = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 0], [1, 0], [2, 0], [4, 0], [8, 0]]>
#column = #tile_gpu.layout<register = [[0, 1], [1, 0]], lane = [[0, 2], [0, 0], [0, 0], [0, 0], [0, 0]]>
#down = #tile_gpu.layout<register = [[1, 0]], lane = [[0, 1], [2, 0], [4, 0], [8, 0], [0, 2]]>
#rows = #tile_gpu.layout<register = [[1, 0], [0, 1]], lane = [[0, 0], [2, 0], [4, 0], [8, 0], [0, 0]]>
#columns = #tile_gpu.layout<register = [[1, 0]], lane = [[0, 1], [0, 0], [0, 0], [0, 0], [0, 2]]>

// PAIRS-LABEL: @along_n
// PAIRS-COUNT-2: math.fma {{.*}} : vector<2xf32>
// PAIRS-NOT: math.fma
// PAIRS: llvm.return
// SINGLES-LABEL: @along_n
// SINGLES-COUNT-4: math.fma {{.*}} : f32
// SINGLES-NOT: math.fma
// SINGLES: llvm.return
func.func @along_n(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %pa = tile.splat %p : tensor<16x2x!tile.ptr<f32>, #row>
  %pb = tile.splat %p : tensor<2x4x!tile.ptr<f32>, #column>
  %pc = tile.splat %p : tensor<16x4x!tile.ptr<f32>, #cell>
  %a = tile_gpu.load %pa : tensor<16x2x!tile.ptr<f32>, #row>
  %b = tile_gpu.load %pb : tensor<2x4x!tile.ptr<f32>, #column>
  %c = tile_gpu.load %pc : tensor<16x4x!tile.ptr<f32>, #cell>
  %r = tile_gpu.mma fma %a, %b, %c : tensor<16x2xf32, #row>, tensor<2x4xf32, #column>, tensor<16x4xf32, #cell>
  tile_gpu.store %pc, %r : tensor<16x4x!tile.ptr<f32>, #cell>
  return
}

// PAIRS-LABEL: @along_m
// PAIRS-COUNT-2: math.fma {{.*}} : vector<2xf32>
// PAIRS-NOT: math.fma
// PAIRS: llvm.return
func.func @along_m(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %pa = tile.splat %p : tensor<16x2x!tile.ptr<f32>, #rows>
  %pb = tile.splat %p : tensor<2x4x!tile.ptr<f32>, #columns>
  %pc = tile.splat %p : tensor<16x4x!tile.ptr<f32>, #down>
  %a = tile_gpu.load %pa : tensor<16x2x!tile.ptr<f32>, #rows>
  %b = tile_gpu.load %pb : tensor<2x4x!tile.ptr<f32>, #columns>
  %c = tile_gpu.load %pc : tensor<16x4x!tile.ptr<f32>, #down>
  %r = tile_gpu.mma fma %a, %b, %c : tensor<16x2xf32, #rows>, tensor<2x4xf32, #columns>, tensor<16x4xf32, #down>
  tile_gpu.store %pc, %r : tensor<16x4x!tile.ptr<f32>, #down>
  return
}
