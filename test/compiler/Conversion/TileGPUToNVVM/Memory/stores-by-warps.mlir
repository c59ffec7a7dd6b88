// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.ptx && FileCheck %s < %t.ptx && %ptxas -arch=sm_90a -o /dev/null %t.ptx
// REQUIRES: ptxas
// Lane 0 of each warp copies 8 rows of 128 bytes of each of two boxes, 4 KB apart, and waits for its own copies.

#map = #tile_gpu.tensor_map<f16, base = ()[s0, s1, s2, s3] -> (s0), extents = ()[s0, s1, s2, s3] -> (128, s1), strides = ()[s0, s1, s2, s3] -> (s1 * 256), box = [64, 8], order = [1, 0], swizzle = 128>
#boxes = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [0, 64]]>
!tile = !tile_gpu.buffer<32x128xf16, #boxes, align = 1024>

// CHECK-LABEL: .visible .entry parts(
// CHECK: mov.u32 %[[TID:r[0-9]+]], %tid.x;
// CHECK: setp.eq.b32 %[[FIRST:p[0-9]+]], %r{{[0-9]+}}, 0;
// CHECK: @%[[FIRST]] cp.async.bulk.wait_group.read 0;
// CHECK: bar.warp.sync -1;
// CHECK: shfl.sync.idx.b32 %[[WARP:r[0-9]+]]
// CHECK-DAG: shl.b32 %[[BYTES:r[0-9]+]], %[[WARP]], 10;
// CHECK-DAG: shl.b32 %[[ROWS:r[0-9]+]], %[[WARP]], 3;
// CHECK-COUNT-2: @%[[FIRST]] cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
// CHECK: @%[[FIRST]] cp.async.bulk.commit_group;
func.func @parts(%p: !tile.ptr<f16>, %n: i32, %x: i32, %y: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 16384 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !tile
  %map = tile_gpu.tensor_map #map
  tile_gpu.bulk_wait pending 0 read by warps
  tile_gpu.memory_barrier warp
  tile_gpu.tma_store %b to %map[%x, %y] by warps : !tile
  %g = tile_gpu.bulk_commit by warps
  return
}
