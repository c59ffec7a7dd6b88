// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true target=sm_90a" --canonicalize --split-input-file | FileCheck %s
// Tensors that begin where the kernel computes: dimensions of the map besides those of the tile.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0], [8, 0]]>
!tensor = !tile.tensor_view<?x?xf32, strides = [?, 1]>
!view = !tile.partition_view<32x64, !tensor, padding = zero>
// p + bid.z * m * n + m: the launcher knows m and n.
// CHECK-LABEL: func @one_of_many$v0
// CHECK: %[[Z:.*]] = tile.block_id z
// CHECK: tile_gpu.tensor_map <f32, base = ()[s0, s1, s2] -> (s0 + s1 * 4), extents = ()[s0, s1, s2] -> (s2, s1, 2147418112), strides = ()[s0, s1, s2] -> (s2 * 4, (s1 * s2) * 4), box = [64, 32, 1], order = [1, 0, 2], swizzle = 0>
// CHECK: tile_gpu.tma_load %{{.*}}[%c0_i32, %c0_i32, %[[Z]]]
func.func @one_of_many$v0(%p: !tile.ptr<f32>, %m: i32, %n: i32) -> tensor<32x64xf32, #l> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@one_of_many, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %ma = tile.assume %m [#tile.divisible<4>] : i32
  %na = tile.assume %n [#tile.divisible<4>] : i32
  %c0 = arith.constant 0 : i32
  %z = tile.block_id z
  %wide = arith.extui %z : i32 to i64
  %wide_m = arith.extsi %ma : i32 to i64
  %wide_n = arith.extsi %na : i32 to i64
  %zm = arith.muli %wide, %wide_m : i64
  %zmn = arith.muli %zm, %wide_n : i64
  %o = arith.addi %zmn, %wide_m : i64
  %q = tile.offset %pa, %o : !tile.ptr<f32>, i64
  %stride = arith.extui %na : i32 to i64
  %t = tile.make_tensor_view %q extents [%ma, %na : i32, i32] strides [%stride : i64] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %x = tile_gpu.load_view %v[%c0, %c0 : i32, i32] : !view -> tensor<32x64xf32, #l>
  return %x : tensor<32x64xf32, #l>
}

// Unsigned arithmetic of 32 bits may wrap: the offset is one dimension, in steps of 16 bytes.
// CHECK-LABEL: func @unsigned_offset$v0
// CHECK: %[[OFFSET:.*]] = arith.muli %{{.*}} : i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[OFFSET]] : i32 to i64
// CHECK: extents = ()[s0, s1, s2] -> (s2, s1, 2147418112), strides = ()[s0, s1, s2] -> (s2 * 4, 16)
// CHECK: %[[STEPS:.*]] = arith.divui %[[WIDE]], %c4_i64
// CHECK: %[[PLACE:.*]] = arith.trunci %[[STEPS]] : i64 to i32
// CHECK: tile_gpu.tma_load %{{.*}}[%c0_i32, %c0_i32, %[[PLACE]]]
func.func @unsigned_offset$v0(%p: !tile.ptr<f32>, %m: i32, %n: i32) -> tensor<32x64xf32, #l> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@unsigned_offset, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %na = tile.assume %n [#tile.divisible<4>] : i32
  %c0 = arith.constant 0 : i32
  %z = tile.block_id z
  %offset = arith.muli %z, %na : i32
  %wide = arith.extui %offset : i32 to i64
  %q = tile.offset %pa, %wide : !tile.ptr<f32>, i64
  %stride = arith.extui %na : i32 to i64
  %t = tile.make_tensor_view %q extents [%m, %na : i32, i32] strides [%stride : i64] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %x = tile_gpu.load_view %v[%c0, %c0 : i32, i32] : !view -> tensor<32x64xf32, #l>
  return %x : tensor<32x64xf32, #l>
}

// Signed arithmetic of 32 bits that does not wrap is taken apart; half a head's number is a coordinate, too.
// CHECK-LABEL: func @signed_offset$v0
// CHECK: %[[HALF:.*]] = arith.divui
// CHECK: strides = ()[s0, s1, s2] -> (s2 * 4, (s1 * s2) * 4)
// CHECK: tile_gpu.tma_load %{{.*}}[%c0_i32, %c0_i32, %[[HALF]]]
func.func @signed_offset$v0(%p: !tile.ptr<f32>, %m: i32, %n: i32) -> tensor<32x64xf32, #l> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@signed_offset, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %na = tile.assume %n [#tile.divisible<4>] : i32
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %z = tile.block_id y
  %half = arith.divui %z, %c2 : i32
  %hm = arith.muli %half, %m overflow<nsw> : i32
  %offset = arith.muli %hm, %na overflow<nsw> : i32
  %wide = arith.extsi %offset : i32 to i64
  %q = tile.offset %pa, %wide : !tile.ptr<f32>, i64
  %stride = arith.extui %na : i32 to i64
  %t = tile.make_tensor_view %q extents [%m, %na : i32, i32] strides [%stride : i64] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %x = tile_gpu.load_view %v[%c0, %c0 : i32, i32] : !view -> tensor<32x64xf32, #l>
  return %x : tensor<32x64xf32, #l>
}

// An operand that may be negative is none of a coordinate.
// CHECK-LABEL: func @negative$v0
// CHECK-NOT: tile_gpu.tensor_map
// CHECK: return
func.func @negative$v0(%p: !tile.ptr<f32>, %which: !tile.ptr<i32>, %m: i32, %n: i32) -> tensor<32x64xf32, #l> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@negative, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %na = tile.assume %n [#tile.divisible<4>] : i32
  %c0 = arith.constant 0 : i32
  %e = tile_gpu.load %which : !tile.ptr<i32>
  %offset = arith.muli %e, %na overflow<nsw> : i32
  %wide = arith.extsi %offset : i32 to i64
  %q = tile.offset %pa, %wide : !tile.ptr<f32>, i64
  %stride = arith.extui %na : i32 to i64
  %t = tile.make_tensor_view %q extents [%m, %na : i32, i32] strides [%stride : i64] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %x = tile_gpu.load_view %v[%c0, %c0 : i32, i32] : !view -> tensor<32x64xf32, #l>
  return %x : tensor<32x64xf32, #l>
}

// A signed argument that is no extent: a launch that has it negative takes another variant.
// CHECK-LABEL: func @signed_argument$v0
// CHECK-SAME: #tile.variant<@signed_argument, 0, [<kind = at_least, argument = 1, value = 0>]>
// CHECK: strides = ()[s0, s1, s2] -> (s2 * 4, s1 * 4)
func.func @signed_argument$v0(%p: !tile.ptr<f32>, %pitch: i32, %n: i32) -> tensor<32x64xf32, #l> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@signed_argument, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %pitched = tile.assume %pitch [#tile.divisible<4>] : i32
  %na = tile.assume %n [#tile.divisible<4>] : i32
  %c0 = arith.constant 0 : i32
  %z = tile.block_id z
  %wide_z = arith.extui %z : i32 to i64
  %wide_pitch = arith.extsi %pitched : i32 to i64
  %wide = arith.muli %wide_z, %wide_pitch : i64
  %q = tile.offset %pa, %wide : !tile.ptr<f32>, i64
  %stride = arith.extui %na : i32 to i64
  %t = tile.make_tensor_view %q extents [%n, %na : i32, i32] strides [%stride : i64] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %x = tile_gpu.load_view %v[%c0, %c0 : i32, i32] : !view -> tensor<32x64xf32, #l>
  return %x : tensor<32x64xf32, #l>
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0], [8, 0]]>
!tensor = !tile.tensor_view<?x?xf32, strides = [64, 1]>
!view = !tile.partition_view<32x64, !tensor, padding = zero>
// Extents are computed again by the launcher: sums and products, whose wrapped values it would refuse; a quotient of
// signed arguments becomes too large where one is negative.
// CHECK-LABEL: func @extents$v0
// CHECK: extents = ()[s0, s1, s2] -> (s1 floordiv s2 + (s1 floordiv 2147483648) * 1099511627776 + (s2 floordiv 2147483648) * 1099511627776, s1 * s2 + 1)
func.func @extents$v0(%p: !tile.ptr<f32>, %m: i32, %n: i32) -> tensor<32x64xf32, #l> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@extents, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %mn = arith.muli %m, %n overflow<nsw> : i32
  %rows = arith.addi %mn, %c1 : i32
  %columns = arith.divsi %m, %n : i32
  %t = tile.make_tensor_view %pa extents [%rows, %columns : i32, i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %x = tile_gpu.load_view %v[%c0, %c0 : i32, i32] : !view -> tensor<32x64xf32, #l>
  return %x : tensor<32x64xf32, #l>
}
