// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_100a | tile-translate -arch=sm_100a -o %t.100.ptx && FileCheck %s < %t.100.ptx && %ptxas -arch=sm_100a -o /dev/null %t.100.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_103a | tile-translate -arch=sm_103a -o %t.103.ptx && %ptxas -arch=sm_103a -o /dev/null %t.103.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_110a | tile-translate -arch=sm_110a -o %t.110.ptx && %ptxas -arch=sm_110a -o /dev/null %t.110.ptx
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_120a 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_100 2>&1 | FileCheck %s --check-prefix=ERROR
// REQUIRES: ptxas
// Rows that are named: one lane starts a copy for each four of them in each box. Their numbers come from the lanes that have them.
// ERROR: error: 'tile_gpu.tma_load' op expected a target that gathers and scatters rows, got 

#map = #tile_gpu.tensor_map<f32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (64, 1000), strides = ()[s0, s1] -> (256), box = [32, 8], order = [1, 0], swizzle = 128 gathered = true>
#boxes = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [0, 32]]>
#rows = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [[0], [0]]>
!tile = !tile_gpu.buffer<8x64xf32, #boxes, align = 1024>

// CHECK-LABEL: .visible .entry rows(
// CHECK: shfl.sync.idx.b32 %r[[R0:[0-9]+]], %r[[A:[0-9]+]], 0, 31, -1;
// CHECK-NEXT: shfl.sync.idx.b32 %r[[R1:[0-9]+]], %r[[B:[0-9]+]], 0, 31, -1;
// CHECK-NEXT: shfl.sync.idx.b32 %r[[R2:[0-9]+]], %r[[C:[0-9]+]], 0, 31, -1;
// CHECK-NEXT: shfl.sync.idx.b32 %r[[R3:[0-9]+]], %r[[D:[0-9]+]], 0, 31, -1;
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%rd[[TO:[0-9]+]]], [%rd[[MAP:[0-9]+]], {%r[[X:[0-9]+]], %r[[R0]], %r[[R1]], %r[[R2]], %r[[R3]]}], [%rd[[BAR:[0-9]+]]];
// The next 32 columns of the same rows are 1024 bytes further, the next rows 512.
// CHECK: add.s64 %rd[[TO2:[0-9]+]], %rd{{[0-9]+}}, 2048;
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%rd[[TO2]]], [%rd[[MAP]], {%r[[X2:[0-9]+]], %r[[R0]], %r[[R1]], %r[[R2]], %r[[R3]]}], [%rd[[BAR]]];
// CHECK: shfl.sync.idx.b32 %r[[R4:[0-9]+]], %r[[A]], 1, 31, -1;
// CHECK: add.s64 %rd[[TO3:[0-9]+]], %rd{{[0-9]+}}, 1536;
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%rd[[TO3]]], [%rd[[MAP]], {%r[[X]], %r[[R4]], {{.*}}}], [%rd[[BAR]]];
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%rd{{[0-9]+}}], [%rd[[MAP]], {%r[[X2]], %r[[R4]], {{.*}}}], [%rd[[BAR]]];
// CHECK-COUNT-4: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%rd[[MAP]], {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}], [%rd{{[0-9]+}}];
// CHECK-NOT: scatter4
func.func @rows(%p: !tile.ptr<f32>, %x: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %zero = arith.constant 0 : i32
  %r = tile_gpu.coordinate 0 : tensor<8xi32, #rows>
  %b = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !tile
  %m = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<1>
  %map = tile_gpu.tensor_map #map
  tile_gpu.tma_load %map[%x] rows %r : tensor<8xi32, #rows> into %b, %m[%zero] : !tile, !tile_gpu.mbarriers<1>
  tile_gpu.tma_store %b to %map[%x] rows %r : tensor<8xi32, #rows> : !tile
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}
