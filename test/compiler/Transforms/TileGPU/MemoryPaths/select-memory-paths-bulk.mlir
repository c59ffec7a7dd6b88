// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true target=sm_90a" --canonicalize | FileCheck %s
// RUN: tile-opt %s --tile-gpu-select-memory-paths="target=sm_90a producers" | FileCheck %s --check-prefix=REGISTERS
// Pointer tiles that are one contiguous range of memory, by the copy engine without a tensor map, where that is asked for: in any variant.
// REGISTERS-NOT: tile_gpu.bulk

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ptrs = tensor<256x!tile.ptr<f32>, #l>
!ints = tensor<256xi32, #l>

// From a block's start on, behind it by what it loads, and added to a third place.
// CHECK-LABEL: func @runs
// CHECK-SAME: %[[P:[a-z0-9]*]]: !tile.ptr<f32> {tile.restrict}
// CHECK: %[[PA:.*]] = tile.assume %[[P]]
// CHECK: %[[BLOCK:.*]] = tile.block_id
// CHECK: %[[AT:.*]] = arith.muli %[[BLOCK]]
// CHECK: %[[START:.*]] = tile.offset %[[PA]], %[[AT]]
// CHECK: %[[SLOT:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<256xf32, #{{.*}}>
// CHECK: tile_gpu.mbarrier_expect_tx %{{.*}} bytes 1024
// CHECK: tile_gpu.bulk_load %[[START]] into %[[SLOT]]
// CHECK: %[[W:.*]] = tile_gpu.mbarrier_wait
// CHECK: %[[X:.*]] = tile_gpu.buffer_load %[[SLOT]] after %[[W]]
// CHECK: tile_gpu.free_buffer %[[SLOT]]
// CHECK: tile_gpu.buffer_store %[[X]], %[[OUT:.*]] :
// CHECK: tile_gpu.proxy_fence
// CHECK: tile_gpu.bulk_store %[[OUT]] to
// CHECK: tile_gpu.bulk_commit
// CHECK: tile_gpu.bulk_wait pending 0 read
// CHECK: tile_gpu.bulk_reduce add
func.func @runs(%p: !tile.ptr<f32> {tile.restrict}, %q: !tile.ptr<f32> {tile.restrict}, %r: !tile.ptr<f32> {tile.restrict}) attributes {tile_gpu.num_warps = 2 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %qa = tile.assume %q [#tile.divisible<16>] : !tile.ptr<f32>
  %ra = tile.assume %r [#tile.divisible<16>] : !tile.ptr<f32>
  %c256 = arith.constant 256 : i32
  %b = tile.block_id x
  %at = arith.muli %b, %c256 : i32
  %start = tile.splat %at : !ints
  %line = tile_gpu.coordinate 0 : !ints
  %i = arith.addi %start, %line : !ints
  %ps = tile.splat %pa : !ptrs
  %pp = tile.offset %ps, %i : !ptrs, !ints
  %x = tile_gpu.load %pp vector 4 : !ptrs
  %qs = tile.splat %qa : !ptrs
  %qq = tile.offset %qs, %i : !ptrs, !ints
  tile_gpu.store %qq, %x vector 4 : !ptrs
  %rs = tile.splat %ra : !ptrs
  %rr = tile.offset %rs, %i : !ptrs, !ints
  tile_gpu.atomic_rmw add relaxed device %rr, %x : !ptrs
  return
}
