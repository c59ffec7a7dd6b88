// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true target=sm_90a" --cse --canonicalize --split-input-file | FileCheck %s
// Loads and stores of views by tensor map, where that is asked for.

#rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0], [8, 0]]>
!tensor = !tile.tensor_view<?x?xf32, strides = [?, 1]>
!from = !tile.partition_view<32x64, !tensor, padding = zero>
!to = !tile.partition_view<32x64, !tensor>
// Lanes read along rows: no swizzle is needed, one box does.
// CHECK-LABEL: func @copy$v0
// CHECK-SAME: %[[P:.*]]: !tile.ptr<f32>, %[[Q:.*]]: !tile.ptr<f32>, %[[M:.*]]: i32, %[[N:.*]]: i32, %[[I:.*]]: i32, %[[J:.*]]: i32)
// CHECK: %[[SOURCE:.*]] = tile_gpu.tensor_map <f32, base = ()[s0, s1, s2, s3, s4, s5] -> (s0), extents = ()[s0, s1, s2, s3, s4, s5] -> (s3, s2), strides = ()[s0, s1, s2, s3, s4, s5] -> (s3 * 4), box = [64, 32], order = [1, 0], swizzle = 0>
// CHECK: arith.muli
// An index is unsigned, a coordinate signed: what lies behind every tensor goes no further.
// CHECK: arith.minui %{{.*}}, %c2147418112_i64
// CHECK: arith.trunci
// CHECK: %[[BUFFER:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<32x64xf32, #shared>
// CHECK: %[[BARRIER:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<1>
// CHECK: tile_gpu.mbarrier_init %[[BARRIER]] arrivals 1
// CHECK: tile_gpu.mbarrier_expect_tx %[[BARRIER]][%c0_i32] bytes 8192
// CHECK: tile_gpu.tma_load %[[SOURCE]][%[[X:.*]], %[[Y:.*]]] into %[[BUFFER]], %[[BARRIER]][%c0_i32]
// CHECK: %[[ARRIVED:.*]] = tile_gpu.mbarrier_wait %[[BARRIER]][%c0_i32] parity %c0_i32
// CHECK: tile_gpu.mbarrier_inval %[[BARRIER]]
// CHECK: %[[TILE:.*]] = tile_gpu.buffer_load %[[BUFFER]] after %[[ARRIVED]]
// CHECK: tile_gpu.free_buffer %[[BUFFER]]
// CHECK: %[[OUT:.*]] = tile_gpu.alloc_buffer
// CHECK: %[[TARGET:.*]] = tile_gpu.tensor_map <f32, base = ()[s0, s1, s2, s3, s4, s5] -> (s1)
// CHECK: tile_gpu.buffer_store %[[TILE]], %[[OUT]]
// CHECK: tile_gpu.proxy_fence
// CHECK: tile_gpu.tma_store %[[OUT]] to %[[TARGET]][%[[X]], %[[Y]]]
// CHECK: tile_gpu.bulk_commit
// Nothing of the kernel looks at what was stored: only the buffer is waited for.
// CHECK: tile_gpu.bulk_wait{{ +}}pending 0 read
// CHECK: tile_gpu.free_buffer %[[OUT]]
// CHECK-NOT: view
func.func @copy$v0(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %m: i32, %n: i32, %i: i32, %j: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@copy, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %qa = tile.assume %q [#tile.divisible<16>] : !tile.ptr<f32>
  %na = tile.assume %n [#tile.divisible<4>] : i32
  %ld = arith.extui %na : i32 to i64
  %pt = tile.make_tensor_view %pa extents [%m, %na : i32, i32] strides [%ld : i64] : !tile.ptr<f32> -> !tensor
  %pv = tile.make_view %pt : !from
  %x = tile_gpu.load_view %pv[%i, %j : i32, i32] : !from -> tensor<32x64xf32, #rows>
  %qt = tile.make_tensor_view %qa extents [%m, %na : i32, i32] strides [%ld : i64] : !tile.ptr<f32> -> !tensor
  %qv = tile.make_view %qt : !to
  tile_gpu.store_view %qv[%i, %j : i32, i32], %x : !to, tensor<32x64xf32, #rows>
  return
}

// -----

// Lanes read down columns of 128 bytes and more: a swizzle keeps them off each other's banks.
#columns = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
!tensor = !tile.tensor_view<1024x64xf32, strides = [64, 1]>
!view = !tile.partition_view<32x32, !tensor, padding = negative_inf>
// CHECK-LABEL: func @columns$v0
// CHECK: tile_gpu.tensor_map <f32, {{.*}}, extents = ()[s0, s1] -> (64, 1024), strides = ()[s0, s1] -> (256), box = [32, 32], order = [1, 0], swizzle = 128>
// CHECK: tile_gpu.alloc_buffer : !tile_gpu.buffer<32x32xf32, #shared, align = 1024>
// Zeros arrive from outside; the padding is something else.
// CHECK: %[[LOADED:.*]] = tile_gpu.buffer_load
// CHECK: arith.select %{{.*}}, %[[LOADED]], %{{.*}}
func.func @columns$v0(%p: !tile.ptr<f32>, %i: i32) -> tensor<32x32xf32, #columns> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@columns, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %pt = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %pv = tile.make_view %pt : !view
  %x = tile_gpu.load_view %pv[%i, %i : i32, i32] : !view -> tensor<32x32xf32, #columns>
  return %x : tensor<32x32xf32, #columns>
}

// -----

// A column-major tensor: its first dimension is the map's innermost. More than 256 elements are several boxes.
#down = #tile_gpu.layout<register = [[1, 0], [2, 0], [128, 0], [256, 0]], lane = [[4, 0], [8, 0], [16, 0], [32, 0], [64, 0]], warp = [[0, 1], [0, 2]]>
!tensor = !tile.tensor_view<?x64xf32, strides = [1, 4096]>
!view = !tile.partition_view<512x4, !tensor, padding = zero>
// CHECK-LABEL: func @down$v0
// CHECK: tile_gpu.tensor_map <f32, {{.*}}, extents = ()[s0, s1] -> (s1, 64), strides = ()[s0, s1] -> (16384), box = [256, 4], order = [0, 1], swizzle = 0>
// CHECK: tile_gpu.tma_load
func.func @down$v0(%p: !tile.ptr<f32>, %i: i32) -> tensor<512x4xf32, #down> attributes {tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@down, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %pt = tile.make_tensor_view %pa extents [%i : i32] : !tile.ptr<f32> -> !tensor
  %pv = tile.make_view %pt : !view
  %x = tile_gpu.load_view %pv[%i, %i : i32, i32] : !view -> tensor<512x4xf32, #down>
  return %x : tensor<512x4xf32, #down>
}

// -----

// A tile that would change layout for the store goes to the buffer as it is. In a loop over tile blocks the buffer is the
// kernel's: the store of one block is on its way while the next block runs, up to where that fills the buffer.
#fragment = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x64xf16, strides = [64, 1]>
!view = !tile.partition_view<64x64, !tensor>
// CHECK-LABEL: func @blocks$v0
// CHECK: %[[BUFFER:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<64x64xf16, #{{.*}}, align = 1024>
// CHECK: scf.for
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.bulk_wait{{ +}}pending 0 read
// CHECK: tile_gpu.buffer_store %{{.*}}, %[[BUFFER]]
// CHECK: tile_gpu.proxy_fence
// CHECK: tile_gpu.tma_store %[[BUFFER]]
// CHECK: tile_gpu.bulk_commit
// CHECK-NOT: bulk_wait
// CHECK: } {tile.block_loop}
// CHECK-NEXT: tile_gpu.bulk_wait{{ +}}pending 0 read
// CHECK-NEXT: tile_gpu.free_buffer %[[BUFFER]]
func.func @blocks$v0(%p: !tile.ptr<f16>, %n: i32, %x: tensor<64x64xf16, #fragment>) attributes {tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@blocks, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f16>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = tile.make_tensor_view %pa : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %b = %c0 to %n step %c1 : i32 {
    %y = tile_gpu.convert_layout %x : tensor<64x64xf16, #fragment> -> tensor<64x64xf16, #rows>
    tile_gpu.store_view %v[%b, %c0 : i32, i32], %y : !view, tensor<64x64xf16, #rows>
  } {tile.block_loop}
  return
}
