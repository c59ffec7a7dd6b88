// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && FileCheck %s < %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && FileCheck %s < %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Asynchronous copies and buffers in PTX: as wide as `vector`, zeros where the mask is false, one copy of each element;
// waits stay before the reads that need them.

#a = #tile_gpu.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>

// CHECK-LABEL: .visible .entry whole(
// CHECK-COUNT-2: cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16;
// CHECK: cp.async.commit_group;
// CHECK: cp.async.wait_group 0;
// CHECK-COUNT-2: ld.shared.v4.b32
// CHECK-COUNT-2: st.global.v4.b32
func.func @whole(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #a>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #a>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #a>, tensor<256xi32, #a>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<256xf32, #run>
  %c = tile_gpu.async_copy %pp into %b vector 4 : tensor<256x!tile.ptr<f32>, #a> into !tile_gpu.buffer<256xf32, #run>
  %g = tile_gpu.async_commit %c
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %b after %w : !tile_gpu.buffer<256xf32, #run> -> tensor<256xf32, #a>
  tile_gpu.free_buffer %b : !tile_gpu.buffer<256xf32, #run>
  %qs = tile.splat %q : tensor<256x!tile.ptr<f32>, #a>
  %qq = tile.offset %qs, %i : tensor<256x!tile.ptr<f32>, #a>, tensor<256xi32, #a>
  tile_gpu.store %qq, %x vector 4 : tensor<256x!tile.ptr<f32>, #a>
  return
}

// A false mask: the source is ignored. Stages of a stage buffer by a number known at run time; four bytes go through the L1 cache.
// CHECK-LABEL: .visible .entry masked(
// CHECK: cp.async.ca.shared.global [{{.*}}], [{{.*}}], 4, %p{{[0-9]+}};
// CHECK: cp.async.wait_group 2;
func.func @masked(%p: !tile.ptr<f16>, %n: i32, %k: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 2048 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #a>
  %ns = tile.splat %n : tensor<256xi32, #a>
  %m = arith.cmpi slt, %i, %ns : tensor<256xi32, #a>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f16>, #a>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f16>, #a>, tensor<256xi32, #a>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<256xf16, #run, stages = 4>
  %s = tile_gpu.buffer_stage %b[%k] : !tile_gpu.buffer<256xf16, #run, stages = 4>
  %c = tile_gpu.async_copy %pp mask %m into %s vector 2 : tensor<256x!tile.ptr<f16>, #a> into !tile_gpu.buffer<256xf16, #run>
  %none = tile_gpu.no_copies
  %g = tile_gpu.async_commit %c, %none
  %w = tile_gpu.async_wait %g pending 2
  %x = tile_gpu.buffer_load %s after %w : !tile_gpu.buffer<256xf16, #run> -> tensor<256xf16, #a>
  tile_gpu.store %pp, %x mask %m vector 2 : tensor<256x!tile.ptr<f16>, #a>
  return
}

#copies = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [0]], warp = [[0]]>
#small = #tile_gpu.shared<[[1], [2], [4], [8], [16]]>

// Lanes that hold copies do not copy: both sides of the predicate.
// CHECK-LABEL: .visible .entry owners(
// CHECK: setp.lt.u32 {{.*}}, 16;
// CHECK: @%p{{.*}} cp.async.ca.shared.global [{{.*}}], [{{.*}}], 8;
// CHECK: bar{{.*}}sync
// CHECK: ld.shared.v2.b32
func.func @owners(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 128 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<32xi32, #copies>
  %ps = tile.splat %p : tensor<32x!tile.ptr<f32>, #copies>
  %pp = tile.offset %ps, %i : tensor<32x!tile.ptr<f32>, #copies>, tensor<32xi32, #copies>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<32xf32, #small>
  %c = tile_gpu.async_copy %pp into %b vector 2 : tensor<32x!tile.ptr<f32>, #copies> into !tile_gpu.buffer<32xf32, #small>
  %g = tile_gpu.async_commit %c
  %w = tile_gpu.async_wait %g pending 0
  tile_gpu.memory_barrier cta
  %x = tile_gpu.buffer_load %b after %w : !tile_gpu.buffer<32xf32, #small> -> tensor<32xf32, #copies>
  %y = arith.addf %x, %x : tensor<32xf32, #copies>
  tile_gpu.store %pp, %y vector 2 : tensor<32x!tile.ptr<f32>, #copies>
  return
}

// Nothing is done where the condition is false.
// CHECK-LABEL: .visible .entry conditional(
// CHECK: @%p{{.*}} cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16;
// CHECK: @%p{{.*}} cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16;
func.func @conditional(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<256xi32, #a>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>, #a>
  %pp = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>, #a>, tensor<256xi32, #a>
  %zero = arith.constant 0 : i32
  %some = arith.cmpi sgt, %n, %zero : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<256xf32, #run>
  %c = tile_gpu.async_copy %pp into %b if %some vector 4 : tensor<256x!tile.ptr<f32>, #a> into !tile_gpu.buffer<256xf32, #run>
  %g = tile_gpu.async_commit %c
  %w = tile_gpu.async_wait %g pending 0
  %x = tile_gpu.buffer_load %b after %w : !tile_gpu.buffer<256xf32, #run> -> tensor<256xf32, #a>
  tile_gpu.store %pp, %x vector 4 : tensor<256x!tile.ptr<f32>, #a>
  return
}

#rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
#columns = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]>
// 16-byte chunks of a row of 128 bytes are exchanged by the row's number.
#swizzled = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [8, 0], [16, 0]]>

// Any layout in and out: rows go in 16 bytes at a time, columns come out one by one.
// CHECK-LABEL: .visible .entry transposed(
// CHECK-COUNT-8: st.shared.v4.b32
// CHECK: bar.warp.sync
// CHECK-COUNT-32: ld.shared.b32
func.func @transposed(%q: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<32x32xi32, #rows>
  %j = tile_gpu.coordinate 1 : tensor<32x32xi32, #rows>
  %v = arith.muli %i, %j : tensor<32x32xi32, #rows>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<32x32xi32, #swizzled>
  tile_gpu.buffer_store %v, %b : tensor<32x32xi32, #rows>, !tile_gpu.buffer<32x32xi32, #swizzled>
  tile_gpu.memory_barrier warp
  %x = tile_gpu.buffer_load %b : !tile_gpu.buffer<32x32xi32, #swizzled> -> tensor<32x32xi32, #columns>
  %r = tile_gpu.coordinate 0 : tensor<32x32xi32, #columns>
  %width = arith.constant dense<32> : tensor<32x32xi32, #columns>
  %above = arith.muli %r, %width : tensor<32x32xi32, #columns>
  %column = tile_gpu.coordinate 1 : tensor<32x32xi32, #columns>
  %c = arith.addi %above, %column : tensor<32x32xi32, #columns>
  %qs = tile.splat %q : tensor<32x32x!tile.ptr<i32>, #columns>
  %qq = tile.offset %qs, %c : tensor<32x32x!tile.ptr<i32>, #columns>, tensor<32x32xi32, #columns>
  tile_gpu.store %qq, %x : tensor<32x32x!tile.ptr<i32>, #columns>
  return
}
