// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// A layout change uses no more than the algebra says it needs.

#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#registers = #tile_gpu.layout<register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#lanes = #tile_gpu.layout<register = [[1], [2]], lane = [[64], [8], [16], [32], [4]], warp = [[128]]>
#mixed = #tile_gpu.layout<register = [[1], [4]], lane = [[2], [8], [16], [32], [64]], warp = [[128]]>
#warps = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [128]], warp = [[64]]>

// CHECK-LABEL: llvm.func @registers
// CHECK-NOT: shfl
// CHECK-NOT: barrier
// CHECK: llvm.return
func.func @registers(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #a>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f32>, #a>
  %y = tile_gpu.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #registers>
  %qs = tile.splat %p : tensor<256x!tile.ptr<f32>, #registers>
  tile_gpu.store %qs, %y : tensor<256x!tile.ptr<f32>, #registers>
  return
}

// One shuffle for each register.
// CHECK-LABEL: llvm.func @lanes
// CHECK-COUNT-4: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
func.func @lanes(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #a>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f32>, #a>
  %y = tile_gpu.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #lanes>
  %qs = tile.splat %p : tensor<256x!tile.ptr<f32>, #lanes>
  tile_gpu.store %qs, %y : tensor<256x!tile.ptr<f32>, #lanes>
  return
}

// A register bit and a lane bit trade places, and a lane bit stays: half of the registers travel; 64-bit values in halves.
// CHECK-LABEL: llvm.func @mixed
// CHECK-COUNT-4: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
func.func @mixed(%p: !tile.ptr<f64>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f64>, #a>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f64>, #a>
  %y = tile_gpu.convert_layout %x : tensor<256xf64, #a> -> tensor<256xf64, #mixed>
  %qs = tile.splat %p : tensor<256x!tile.ptr<f64>, #mixed>
  tile_gpu.store %qs, %y : tensor<256x!tile.ptr<f64>, #mixed>
  return
}

// Across warps: through the scratch at its offset, with one barrier.
// CHECK-LABEL: llvm.func @warps
// CHECK: llvm.getelementptr %{{.*}}[256]
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
func.func @warps(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #a>
  %x = tile_gpu.load %ps : tensor<256x!tile.ptr<f32>, #a>
  %y = tile_gpu.convert_layout %x {shared_offset = 256 : i64} : tensor<256xf32, #a> -> tensor<256xf32, #warps>
  %qs = tile.splat %p : tensor<256x!tile.ptr<f32>, #warps>
  tile_gpu.store %qs, %y : tensor<256x!tile.ptr<f32>, #warps>
  return
}
