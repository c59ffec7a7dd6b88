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

#rows = #tile_gpu.layout<register = [[128], [256], [512], [1024], [2048]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#columns = #tile_gpu.layout<register = [[4], [8], [16], [32], [64]], lane = [[128], [256], [512], [1024], [2048]], warp = [[1], [2]]>
#same_warps = #tile_gpu.layout<register = [[4], [8], [16], [1], [2]], lane = [[128], [256], [512], [1024], [2048]], warp = [[64], [32]]>

// In four passes one warp of four stores, and all load.
// CHECK-LABEL: llvm.func @passes_by_warps
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[PASS:.*]], %{{.*}} : i32
// CHECK-COUNT-8: "@$1 st.shared.v4.b32{{.*}} %{{[0-9]+}}, %[[FIRST]],
// CHECK-NOT: st.shared
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: ldmatrix
// CHECK: %[[SECOND:.*]] = arith.cmpi eq, %[[PASS]], %{{.*}} : i32
// CHECK-COUNT-8: "@$1 st.shared.v4.b32{{.*}} %{{[0-9]+}}, %[[SECOND]],
// CHECK-NOT: st.shared
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: ldmatrix
// CHECK-COUNT-2: nvvm.barrier0
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
func.func @passes_by_warps(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<4096x!tile.ptr<f32>, #rows>
  %x = tile_gpu.load %ps : tensor<4096x!tile.ptr<f32>, #rows>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64, tile_gpu.max_scratch = 16383 : i64} : tensor<4096xf32, #rows> -> tensor<4096xf32, #columns>
  %qs = tile.splat %p : tensor<4096x!tile.ptr<f32>, #columns>
  tile_gpu.store %qs, %y : tensor<4096x!tile.ptr<f32>, #columns>
  return
}

// Warps that store in a pass are those that load in it: the others keep what they have.
// CHECK-LABEL: llvm.func @passes_of_warps
// CHECK: "@$1 st.shared
// CHECK: nvvm.barrier0
// CHECK-COUNT-32: "@$2 ld.shared.b32
// CHECK-NOT: ld.shared
// CHECK: "@$1 st.shared
// CHECK: nvvm.barrier0
// CHECK: llvm.inline_asm {{.*}}"@$2 ld.shared.b32 $0, [$1];", "=r,l,b,0"
// CHECK: llvm.return
func.func @passes_of_warps(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %ps = tile.splat %p : tensor<4096x!tile.ptr<f32>, #rows>
  %x = tile_gpu.load %ps : tensor<4096x!tile.ptr<f32>, #rows>
  %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64, tile_gpu.max_scratch = 16383 : i64} : tensor<4096xf32, #rows> -> tensor<4096xf32, #same_warps>
  %qs = tile.splat %p : tensor<4096x!tile.ptr<f32>, #same_warps>
  tile_gpu.store %qs, %y : tensor<4096x!tile.ptr<f32>, #same_warps>
  return
}
