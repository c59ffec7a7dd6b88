// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true remarks=true target=sm_90a" --split-input-file --verify-diagnostics -o /dev/null
// What no tensor map holds, and what the copy engine does not do, besides select-memory-paths-tma-remarks.mlir.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 64], [0, 128], [16, 0], [32, 0], [64, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0], [8, 0]]>
!tensor = !tile.tensor_view<?x256xf32, strides = [256, 1]>
!view = !tile.partition_view<128x256, !tensor, padding = zero>
func.func @large$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128x256xf32, #l> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@large, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the tile is larger than the 65536 bytes of shared memory for it}}
  %x = tile_gpu.load_view %v[%n, %n : i32, i32] : !view -> tensor<128x256xf32, #l>
  return %x : tensor<128x256xf32, #l>
}

// -----
#l = #tile_gpu.layout<register = [[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 2]], lane = [[0, 0, 0, 0, 0, 4], [0, 0, 0, 0, 0, 8], [0, 0, 0, 0, 0, 16], [0, 0, 0, 0, 0, 32], [0, 0, 0, 0, 0, 64]]>
!tensor = !tile.tensor_view<2x2x2x2x2x128xf32, strides = [2048, 1024, 512, 256, 128, 1]>
!view = !tile.partition_view<1x1x1x1x1x128, !tensor, padding = zero>
func.func @rank$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<1x1x1x1x1x128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@rank, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: tensor maps have at most 5 dimensions, this view has 6}}
  %x = tile_gpu.load_view %v[%n, %n, %n, %n, %n, %n : i32, i32, i32, i32, i32, i32] : !view -> tensor<1x1x1x1x1x128xf32, #l>
  return %x : tensor<1x1x1x1x1x128xf32, #l>
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!huge = !tile.tensor_view<4294967296xf32, strides = [1]>
!view = !tile.partition_view<128, !huge, padding = zero>
!plain = !tile.tensor_view<?xf32, strides = [1]>
!part = !tile.partition_view<128, !plain>
func.func @extent$v0(%p: !tile.ptr<f32> {tile.restrict}, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@extent, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a : !tile.ptr<f32> -> !huge
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: extent 0 is larger than a tensor map can have}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// Others wait for it.
func.func @release$v0(%p: !tile.ptr<f32>, %x: tensor<128xf32, #l>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@release, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !plain
  %v = tile.make_view %t : !part
  // expected-remark @below {{no tensor map: the copy engine has no order of memory}}
  tile_gpu.atomic_reduce_view add release device %v[%n : i32], %x : !part, tensor<128xf32, #l>
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf4E2M1FN, strides = [1]>
!view = !tile.partition_view<128, !tensor, padding = zero>
func.func @small$v0(%p: !tile.ptr<f4E2M1FN>, %n: i32) -> tensor<128xf4E2M1FN, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@small, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f4E2M1FN>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f4E2M1FN> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: elements are smaller than a byte}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf4E2M1FN, #l>
  return %x : tensor<128xf4E2M1FN, #l>
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<128, !tensor, padding = zero>
// An MMA of two block numbers.
func.func @far$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@far, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %bx = tile.block_id x
  %by = tile.block_id y
  %x64 = arith.extui %bx : i32 to i64
  %y64 = arith.extui %by : i32 to i64
  %c4 = arith.constant 4 : i64
  %xy = arith.muli %x64, %y64 : i64
  %at = arith.muli %xy, %c4 : i64
  %q = tile.offset %a, %at : !tile.ptr<f32>, i64
  %t = tile.make_tensor_view %q extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the offset of the tensor may be larger than a tensor map can have; use assume_bounded}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// -----
#l = #tile_gpu.layout<register = [[0, 0, 0, 0, 1], [0, 0, 0, 0, 2]], lane = [[0, 0, 0, 0, 4], [0, 0, 0, 0, 8], [0, 0, 0, 0, 16], [0, 0, 0, 0, 32], [0, 0, 0, 0, 64]]>
!tensor = !tile.tensor_view<?x2x2x2x128xf32, strides = [1024, 512, 256, 128, 1]>
!view = !tile.partition_view<1x1x1x1x128, !tensor, padding = zero>
func.func @outer$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<1x1x1x1x128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@outer, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %b = tile.block_id z
  %at64 = arith.extui %b : i32 to i64
  %na = tile.assume %n [#tile.divisible<4>] : i32
  %w = arith.extsi %na : i32 to i64
  %far = arith.muli %at64, %w : i64
  %q = tile.offset %a, %far : !tile.ptr<f32>, i64
  %t = tile.make_tensor_view %q extents [%na : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: tensor maps have at most 5 dimensions, this view has 5, and where its tensor begins takes 1 more}}
  %x = tile_gpu.load_view %v[%n, %n, %n, %n, %n : i32, i32, i32, i32, i32] : !view -> tensor<1x1x1x1x128xf32, #l>
  return %x : tensor<1x1x1x1x128xf32, #l>
}
