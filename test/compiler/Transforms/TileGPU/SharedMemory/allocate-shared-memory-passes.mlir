// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory=limit=40000 --tile-gpu-place-memory-barriers --tile-gpu-verify-shared-memory | FileCheck %s
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory=limit=65536 | FileCheck %s --check-prefix=ROOM
// A tile for which there is no room changes its layout in passes, with the scratch that is left.

#row = #tile_gpu.layout<register = [[128], [256], [512], [1024], [2048], [4096], [8192]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#column = #tile_gpu.layout<register = [[1], [2], [4], [8], [16], [32], [64]], lane = [[128], [256], [512], [1024], [2048]], warp = [[4096], [8192]]>

// Two halves of 16 KB.
// CHECK-LABEL: func @large
// CHECK-SAME: tile_gpu.shared_bytes = 32768 : i64
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64, tile_gpu.max_scratch = 40000 : i64}
// ROOM-LABEL: func @large
// ROOM-SAME: tile_gpu.shared_bytes = 65536 : i64
// ROOM: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64} :
func.func @large(%x: tensor<16384xf32, #row>) attributes {tile_gpu.num_warps = 4 : i32} {
  %0 = tile_gpu.convert_layout %x : tensor<16384xf32, #row> -> tensor<16384xf32, #column>
  return
}

// Beside a local object less is left: two halves of 8 KB. What fits stays as it is.
// CHECK-LABEL: func @beside
// CHECK-SAME: tile_gpu.shared_bytes = 26384 : i64
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 10000 : i64, tile_gpu.max_scratch = 30000 : i64} : tensor<16384xf32,
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 10000 : i64} : tensor<16384xi8,
func.func @beside(%x: tensor<16384xf32, #row>, %y: tensor<16384xi8, #row>) attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloca 10000 bytes align 1 : !tile.ptr<i8>
  %0 = tile_gpu.convert_layout %x : tensor<16384xf32, #row> -> tensor<16384xf32, #column>
  %1 = tile_gpu.convert_layout %y : tensor<16384xi8, #row> -> tensor<16384xi8, #column>
  return
}
