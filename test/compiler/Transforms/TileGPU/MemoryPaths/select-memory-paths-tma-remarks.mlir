// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true remarks=true target=sm_90a" --split-input-file --verify-diagnostics -o /dev/null
// Every reason against a tensor map, with what the user could change.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<128, !tensor, padding = zero>
!to = !tile.partition_view<128, !tensor>

func.func @chosen$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@chosen, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{load of 512 bytes by tensor map, 1 box of 128 elements, through shared memory}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

func.func @base$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@base, 0>} {
  %t = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the address of the tensor is only known to be a multiple of 4 bytes; add assume_aligned(p, 16_ic)}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// Tiles of a strided view start at any multiple of its step.
!windows3 = !tile.strided_view<128, steps = [3], !tensor, padding = zero>
!windows4 = !tile.strided_view<128, steps = [4], !tensor, padding = zero>

func.func @start$v0(%p: !tile.ptr<f32>, %n: i32, %i: i32) -> (tensor<128xf32, #l>, tensor<128xf32, #l>, tensor<128xf32, #l>) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@start, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v3 = tile.make_view %t : !windows3
  // expected-remark @below {{no tensor map: tiles start at multiples of 12 bytes along dimension 0, not of 16; make the step a multiple of 4}}
  %x = tile_gpu.load_view %v3[%i : i32] : !windows3 -> tensor<128xf32, #l>
  %fourth = tile.assume %i [#tile.divisible<4>] : i32
  // expected-remark @below {{load of 512 bytes by tensor map, 1 box of 128 elements}}
  %y = tile_gpu.load_view %v3[%fourth : i32] : !windows3 -> tensor<128xf32, #l>
  %v4 = tile.make_view %t : !windows4
  // expected-remark @below {{load of 512 bytes by tensor map, 1 box of 128 elements}}
  %z = tile_gpu.load_view %v4[%i : i32] : !windows4 -> tensor<128xf32, #l>
  return %x, %y, %z : tensor<128xf32, #l>, tensor<128xf32, #l>, tensor<128xf32, #l>
}

func.func @hint$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@hint, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the hint allow_tma = false forbids it}}
  %x = tile_gpu.load_view %v[%n : i32] {hints = [#tile.hints<arch = 900, allow_tma = false>]} : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

func.func @only_variant(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: a kernel with one variant takes the parameters of the source only; allow more with --variants}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

func.func @extent$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@extent, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %b = tile.block_id x
  %t = tile.make_tensor_view %a extents [%b : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: extent 0 is computed in the kernel; pass it as a parameter}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

func.func @computed$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@computed, 0>} {
  %b = tile.block_id x
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %o = tile.offset %a, %b : !tile.ptr<f32>, i32
  %t = tile.make_tensor_view %o extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the offset of the tensor is only known to be a multiple of 4 bytes; add assume_divisible to what it is made of}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// What the kernel has written itself the copy engine may not see.
func.func @written$v0(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@written, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %f = arith.constant 1.0 : f32
  tile_gpu.store %q, %f : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: other accesses of this kernel may touch the same memory; say __restrict__ where they do not}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// What it writes later is no matter.
func.func @written_later$v0(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@written_later, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %f = arith.constant 1.0 : f32
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{load of 512 bytes by tensor map}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  tile_gpu.store %q, %f : !tile.ptr<f32>
  return %x : tensor<128xf32, #l>
}

func.func @atomics$v0(%p: !tile.ptr<f32>, %q: !tile.ptr<i32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@atomics, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  // expected-remark @below {{atomic load of one element by one lane}}
  %f = tile_gpu.atomic_load acquire device %q : !tile.ptr<i32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the kernel orders memory by atomics, which the copy engine does not see}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

func.func @reductions$v0(%p: !tile.ptr<f32>, %x: tensor<128xf32, #l>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@reductions, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !to
  // expected-remark @below {{no tensor map: the copy engine is atomic within the device only}}
  tile_gpu.atomic_reduce_view add relaxed system %v[%n : i32], %x : !to, tensor<128xf32, #l>
  return
}

func.func @subtraction$v0(%p: !tile.ptr<f32>, %x: tensor<128xf32, #l>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@subtraction, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !to
  // expected-remark @below {{reduction of 512 bytes by tensor map, 1 box of 128 elements, through shared memory}}
  tile_gpu.atomic_reduce_view sub relaxed device %v[%n : i32], %x : !to, tensor<128xf32, #l>
  return
}

func.func @double$v0(%p: !tile.ptr<f64>, %x: tensor<128xf64, #l>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@double, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f64>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f64> -> !tile.tensor_view<?xf64, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <?xf64, strides = [1]>>
  // expected-remark @below {{no tensor map: the copy engine has no such reduction of these elements}}
  tile_gpu.atomic_reduce_view add relaxed device %v[%n : i32], %x : !tile.partition_view<128, <?xf64, strides = [1]>>, tensor<128xf64, #l>
  return
}

func.func @sum$v0(%p: !tile.ptr<f32>, %x: tensor<128xf32, #l>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@sum, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !to
  // expected-remark @below {{reduction of 512 bytes by tensor map, 1 box of 128 elements, through shared memory}}
  tile_gpu.atomic_reduce_view add relaxed device %v[%n : i32], %x : !to, tensor<128xf32, #l>
  return
}

// A place that may be negative, and one of which too little is known.
func.func @before$v0(%p: !tile.ptr<f32>, %o: !tile.ptr<i32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@before, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %b = tile_gpu.load %o : !tile.ptr<i32>
  %d = tile.assume %b [#tile.divisible<4>] : i32
  %q = tile.offset %a, %d : !tile.ptr<f32>, i32
  %t = tile.make_tensor_view %q extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the tensor begins at no parameter, or may begin before one; use unsigned offsets or assume_bounded}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

func.func @far$v0(%p: !tile.ptr<f32>, %o: !tile.ptr<i64>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@far, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %z = tile.block_id x
  %w = arith.extui %z : i32 to i64
  %s = tile_gpu.load %o : !tile.ptr<i64>
  %m = arith.muli %w, %s : i64
  %q = tile.offset %a, %m : !tile.ptr<f32>, i64
  %t = tile.make_tensor_view %q extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the tensor begins where the kernel computes, and that may be anywhere; use block numbers, extents of the tensor, unsigned integers or assume_bounded}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [2, 0]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [1, 0]]>
!tensor = !tile.tensor_view<64x?xf32, strides = [?, 1]>
!view = !tile.partition_view<4x32, !tensor, padding = zero>

func.func @stride$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<4x32xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@stride, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: stride 0 is only known to be a multiple of 4 bytes; add assume_divisible to it, so that rows start at multiples of 16 bytes}}
  %x = tile_gpu.load_view %v[%n, %n : i32, i32] : !view -> tensor<4x32xf32, #l>
  return %x : tensor<4x32xf32, #l>
}

func.func @stride_computed$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<4x32xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@stride_computed, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  // May wrap at 32 bits, where the launcher computes with 64.
  %s = arith.muli %n, %n : i32
  %t = tile.make_tensor_view %a extents [%n : i32] strides [%s : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: stride 0 is computed in the kernel; pass it as a parameter}}
  %x = tile_gpu.load_view %v[%n, %n : i32, i32] : !view -> tensor<4x32xf32, #l>
  return %x : tensor<4x32xf32, #l>
}

// -----

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf32, strides = [4]>
!view = !tile.partition_view<128, !tensor, padding = zero>

func.func @contiguous$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@contiguous, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: no dimension of the tensor has the constant stride 1; add a layout or stride that says so}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// -----

#l = #tile_gpu.layout<register = [], lane = [[0, 1], [1, 0], [2, 0], [4, 0], [8, 0]]>
!tensor = !tile.tensor_view<64x64xf32, strides = [64, 1]>
!view = !tile.partition_view<16x2, !tensor, padding = zero>

func.func @narrow$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<16x2xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@narrow, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the tile has only 8 consecutive bytes; make dimension 1 of the tile 4 or more}}
  %x = tile_gpu.load_view %v[%n, %n : i32, i32] : !view -> tensor<16x2xf32, #l>
  return %x : tensor<16x2xf32, #l>
}
