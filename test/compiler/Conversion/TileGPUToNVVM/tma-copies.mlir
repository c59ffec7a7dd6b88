// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && FileCheck %t/all.mlir < %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// RUN: tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_100a | tile-translate -arch=sm_100a -o %t.100.ptx && FileCheck %t/all.mlir < %t.100.ptx && %ptxas -arch=sm_100a -o /dev/null %t.100.ptx
// RUN: tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_103a | tile-translate -arch=sm_103a -o %t.103.ptx && %ptxas -arch=sm_103a -o /dev/null %t.103.ptx
// RUN: tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_120a | tile-translate -arch=sm_120a -o %t.120.ptx && %ptxas -arch=sm_120a -o /dev/null %t.120.ptx
// RUN: not tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_80 2>&1 | FileCheck %t/all.mlir --check-prefix=ERROR
// REQUIRES: ptxas
// Copies by the copy engine: one lane starts them, one instruction for each box; tensor maps are parameters by value that
// nobody copies to local memory.

//--- all.mlir
#map = #tile_gpu.tensor_map<f16, base = ()[s0, s1, s2, s3] -> (s0), extents = ()[s0, s1, s2, s3] -> (128, s1), strides = ()[s0, s1, s2, s3] -> (s1 * 256), box = [64, 8], order = [1, 0], swizzle = 128>
#line = #tile_gpu.tensor_map<f16, base = ()[s0, s1, s2, s3] -> (s0), extents = ()[s0, s1, s2, s3] -> (s1), strides = ()[s0, s1, s2, s3] -> (), box = [16], order = [0], swizzle = 0>
#boxes = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [0, 64]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8]]>
!tile = !tile_gpu.buffer<8x128xf16, #boxes, align = 1024>
!line = !tile_gpu.buffer<16xf16, #run>

// CHECK-NOT: __local_depot
// CHECK-LABEL: .visible .entry tensor(
// CHECK: .param .align 64 .b8 tensor_param_4[128],
// CHECK-NEXT: .param .align 64 .b8 tensor_param_5[128]
// CHECK-NOT: __local_depot
// CHECK: @%p{{[0-9]+}} prefetch.tensormap [%rd{{[0-9]+}}];
// Two boxes: 64 columns and 8 * 128 bytes further.
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%rd{{[0-9]+}}], [%rd[[MAP:[0-9]+]], {%r{{[0-9]+}}, %r[[Y:[0-9]+]]}], [%rd{{[0-9]+}}];
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%rd{{[0-9]+}}], [%rd[[MAP]], {%r{{[0-9]+}}, %r[[Y]]}], [%rd{{[0-9]+}}];
// CHECK-COUNT-2: @%p{{[0-9]+}} cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd[[MAP]], {%r{{[0-9]+}}, %r[[Y]]}], [%rd{{[0-9]+}}];
// CHECK-COUNT-2: @%p{{[0-9]+}} cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%rd{{[0-9]+}}, {%r{{[0-9]+}}}], [%rd{{[0-9]+}}];
// CHECK: @%p{{[0-9]+}} cp.async.bulk.commit_group;
// CHECK: @%p{{[0-9]+}} cp.async.bulk.wait_group.read 1;
// CHECK: @%p{{[0-9]+}} cp.async.bulk.wait_group 0;
// CHECK: @%p{{[0-9]+}} mbarrier.inval.shared.b64
// ERROR: error: 'tile_gpu.tma_prefetch_map' op expected a target with bulk copies, got sm_80
func.func @tensor(%p: !tile.ptr<f16>, %n: i32, %x: i32, %y: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !tile
  %l = tile_gpu.alloc_buffer {shared_offset = 2048 : i64} : !line
  %m = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<1>
  %map = tile_gpu.tensor_map #map
  %line = tile_gpu.tensor_map #line
  tile_gpu.tma_prefetch_map %map
  tile_gpu.tma_load %map[%x, %y] into %b, %m[%zero] : !tile, !tile_gpu.mbarriers<1>
  tile_gpu.tma_store %b to %map[%x, %y] : !tile
  tile_gpu.tma_reduce add %b to %map[%x, %y] : !tile
  tile_gpu.tma_store %l to %line[%x] : !line
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 1 read
  tile_gpu.bulk_wait %g pending 0
  tile_gpu.mbarrier_inval %m : !tile_gpu.mbarriers<1>
  return
}

// CHECK-LABEL: .visible .entry run(
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}}, [%rd{{[0-9]+}}];
// CHECK: cp.async.bulk.global.shared::cta.bulk_group [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
func.func @run(%p: !tile.ptr<f16>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %zero = arith.constant 0 : i32
  %l = tile_gpu.alloc_buffer {shared_offset = 2048 : i64} : !line
  %m = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<1>
  tile_gpu.bulk_load %p into %l, %m[%zero] : !tile.ptr<f16> into !line, !tile_gpu.mbarriers<1>
  tile_gpu.bulk_store %l to %p : !line to !tile.ptr<f16>
  return
}
