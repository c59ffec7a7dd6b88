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
#row = #tile_gpu.tensor_map<f16, base = ()[s0, s1, s2, s3] -> (s0), extents = ()[s0, s1, s2, s3] -> (8192, s1), strides = ()[s0, s1, s2, s3] -> (16384), box = [256, 1], order = [1, 0], swizzle = 0>
#boxrow = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128], [0, 256], [0, 512], [0, 1024], [0, 2048], [0, 4096]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8]]>
!tile = !tile_gpu.buffer<8x128xf16, #boxes, align = 1024>
!line = !tile_gpu.buffer<16xf16, #run>
!row = !tile_gpu.buffer<1x8192xf16, #boxrow>

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

// Thirty-two boxes of a row, in a loop: 256 elements and 512 bytes apart.
// CHECK-LABEL: .visible .entry row(
// CHECK: @!%p{{[0-9]+}} bra DONE; mov.b32 along, %r[[X:[0-9]+]]; {{.*}} mov.b32 left, 32; NEXT: cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd[[MAP:[0-9]+]], {along, %r[[Y:[0-9]+]]}]; {{.*}} add.s32 along, along, 256;
// CHECK: @!%p{{[0-9]+}} bra DONE; mov.b32 along, %r[[X]]; mov.b64 to, %rd{{[0-9]+}}; mov.b32 left, 32; NEXT: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [to], [%rd[[MAP]], {along, %r[[Y]]}], [%rd{{[0-9]+}}]; add.s64 to, to, 512; add.s32 along, along, 256;
// CHECK-NOT: cp.async.bulk.tensor
func.func @row(%p: !tile.ptr<f16>, %n: i32, %x: i32, %y: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 32768 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !row
  %m = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<1>
  %map = tile_gpu.tensor_map #row
  tile_gpu.tma_prefetch %map[%y, %x] shape [1, 8192]
  tile_gpu.tma_load %map[%y, %x] into %b, %m[%zero] : !row, !tile_gpu.mbarriers<1>
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

// Every reduction of a run, and bytes for the cache.
// CHECK-LABEL: .visible .entry reductions(
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u64 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s64 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b32 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b64 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.async.bulk.prefetch.L2.global [%rd{{[0-9]+}}], %r{{[0-9]+}};
func.func @reductions(%p_f16: !tile.ptr<f16>, %p_bf16: !tile.ptr<bf16>, %p_f32: !tile.ptr<f32>, %p_i32: !tile.ptr<i32>, %p_i64: !tile.ptr<i64>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %b_f16 = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<16xf16, #run>
  %b_bf16 = tile_gpu.alloc_buffer {shared_offset = 128 : i64} : !tile_gpu.buffer<16xbf16, #run>
  %b_f32 = tile_gpu.alloc_buffer {shared_offset = 256 : i64} : !tile_gpu.buffer<16xf32, #run>
  %b_i32 = tile_gpu.alloc_buffer {shared_offset = 384 : i64} : !tile_gpu.buffer<16xi32, #run>
  %b_i64 = tile_gpu.alloc_buffer {shared_offset = 512 : i64} : !tile_gpu.buffer<16xi64, #run>
  tile_gpu.bulk_reduce add %b_f16 to %p_f16 : !tile_gpu.buffer<16xf16, #run> to !tile.ptr<f16>
  tile_gpu.bulk_reduce add %b_bf16 to %p_bf16 : !tile_gpu.buffer<16xbf16, #run> to !tile.ptr<bf16>
  tile_gpu.bulk_reduce add %b_f32 to %p_f32 : !tile_gpu.buffer<16xf32, #run> to !tile.ptr<f32>
  tile_gpu.bulk_reduce add %b_i32 to %p_i32 : !tile_gpu.buffer<16xi32, #run> to !tile.ptr<i32>
  tile_gpu.bulk_reduce add %b_i64 to %p_i64 : !tile_gpu.buffer<16xi64, #run> to !tile.ptr<i64>
  tile_gpu.bulk_reduce min_signed %b_i32 to %p_i32 : !tile_gpu.buffer<16xi32, #run> to !tile.ptr<i32>
  tile_gpu.bulk_reduce max_unsigned %b_i32 to %p_i32 : !tile_gpu.buffer<16xi32, #run> to !tile.ptr<i32>
  tile_gpu.bulk_reduce min_unsigned %b_i64 to %p_i64 : !tile_gpu.buffer<16xi64, #run> to !tile.ptr<i64>
  tile_gpu.bulk_reduce max_signed %b_i64 to %p_i64 : !tile_gpu.buffer<16xi64, #run> to !tile.ptr<i64>
  tile_gpu.bulk_reduce and %b_i32 to %p_i32 : !tile_gpu.buffer<16xi32, #run> to !tile.ptr<i32>
  tile_gpu.bulk_reduce or %b_i64 to %p_i64 : !tile_gpu.buffer<16xi64, #run> to !tile.ptr<i64>
  tile_gpu.bulk_reduce xor %b_i32 to %p_i32 : !tile_gpu.buffer<16xi32, #run> to !tile.ptr<i32>
  tile_gpu.bulk_prefetch %p_f32 bytes 4096 : !tile.ptr<f32>
  return
}

// By tensor map, which knows the elements.
// CHECK-LABEL: .visible .entry compare(
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.max.tile.bulk_group
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.min.tile.bulk_group
#plain = #tile_gpu.tensor_map<i32, base = ()[s0] -> (s0), extents = ()[s0] -> (64), strides = ()[s0] -> (), box = [16], order = [0], swizzle = 0>
#signed = #tile_gpu.tensor_map<i32, base = ()[s0] -> (s0), extents = ()[s0] -> (64), strides = ()[s0] -> (), box = [16], order = [0], swizzle = 0 is_signed = true>
func.func @compare(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<16xi32, #run>
  %u = tile_gpu.tensor_map #plain
  %s = tile_gpu.tensor_map #signed
  tile_gpu.tma_reduce max_unsigned %b to %u[%zero] : !tile_gpu.buffer<16xi32, #run>
  tile_gpu.tma_reduce min_signed %b to %s[%zero] : !tile_gpu.buffer<16xi32, #run>
  return
}
