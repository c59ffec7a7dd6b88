// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics
// Tensor maps that hardware does not have, and buffers that boxes do not fill.

// expected-error @below {{expected powers of two of at most 256 in box, got 512}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8), strides = () -> (), box = [512], order = [0], swizzle = 0>}

// -----

// expected-error @below {{expected a multiple of 16 bytes in dimension 0 of box, got 8}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8), strides = () -> (), box = [4], order = [0], swizzle = 0>}

// -----

// expected-error @below {{expected at most 64 bytes in dimension 0 of box, the swizzle's, got 128}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8), strides = () -> (), box = [64], order = [0], swizzle = 64>}

// -----

// expected-error @below {{expected a swizzle of 0, 32, 64 or 128 bytes, got 16}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 16>}

// -----

// expected-error @below {{expected a permutation of 2 dimensions as order, got 1}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8, 8), strides = () -> (16), box = [8, 8], order = [1, 1], swizzle = 0>}

// -----

// expected-error @below {{expected 1 results of 0 symbols, got affine_map<() -> ()>}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8, 8), strides = () -> (), box = [8, 8], order = [1, 0], swizzle = 0>}

// -----

// expected-error @below {{expected 1 to 5 extents, got 6}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8, 8, 8, 8, 8, 8), strides = () -> (16, 16, 16, 16, 16), box = [8], order = [0], swizzle = 0>}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>
!other = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[2], [1], [4]]>>
func.func @layout(%b: !other, %m: !tile_gpu.mbarriers<1>, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a buffer of layout #tile_gpu.shared<}}
  tile_gpu.tma_load %map[%i] into %b, %m[%i] : !other, !tile_gpu.mbarriers<1>
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @coordinates(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected 1 coordinates, got 2}}
  tile_gpu.tma_store %b to %map[%i, %i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @reduction(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a reduction that the copy engine has, got xor of 'f32'}}
  tile_gpu.tma_reduce xor %b to %map[%i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @store_by_built_map(%b: !buffer, %p: !tile.ptr<f32>, %place: !place, %i: i32) {
  %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
  // expected-error @below {{expected a tensor map from tile_gpu.tensor_map}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>
func.func @values(%p: !tile.ptr<f32>, %place: !place) {
  // expected-error @below {{expected 1 values, got 2}}
  %map = tile_gpu.build_tensor_map #map(%p, %p) in %place : (!tile.ptr<f32>, !tile.ptr<f32>) in !place
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<64xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>>
func.func @place(%p: !tile.ptr<f32>, %place: !place) {
  // expected-error @below {{expected one stage of 128 bytes that is aligned to as many, got '!tile_gpu.buffer<64xi8}}
  %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>
func.func @prefetch(%i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a shape of at most rank 1, got rank 2}}
  tile_gpu.tma_prefetch %map[%i] shape [8, 8]
  return
}

// -----

!buffer = !tile_gpu.buffer<2xf32, #tile_gpu.shared<[[1]]>>
func.func @run(%b: !buffer, %p: !tile.ptr<f32>) {
  // expected-error @below {{expected a multiple of 16 bytes, got 8}}
  tile_gpu.bulk_store %b to %p : !buffer to !tile.ptr<f32>
  return
}

// -----

func.func @wait() {
  // expected-error @below {{expected a number of groups from 0 up as pending, got -1}}
  tile_gpu.bulk_wait pending -1
  return
}

// -----

!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @not_a_map(%b: !buffer, %map: !tile_gpu.tensor_map, %i: i32) {
  // expected-error @below {{expected a tensor map from tile_gpu.tensor_map}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}

// -----

// expected-error @below {{expected 1 entries of box and order, got 2 and 1}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8, 8], order = [0], swizzle = 0>}

// -----

// expected-error @below {{expected a map of symbols, got affine_map<(d0) -> (8)>}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f16, base = () -> (0), extents = (d0) -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>}

// -----

// expected-error @below {{expected an element type of tiles, got 'index'}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<index, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (16), strides = () -> (), box = [16], order = [0], swizzle = 0>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @box(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a box of at most 8 elements in dimension 0, got 16}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}

// -----

// expected-error @below {{expected tensor maps as 'tile_gpu.tensor_maps', got 3}}
func.func private @f() attributes {tile_gpu.tensor_maps = 3 : i32}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 32>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @alignment(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a buffer aligned to 256 bytes, got 128}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}

// -----

// Of a dimension that the buffer lacks a box has one element.
#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 2],
                            order = [1, 0], swizzle = 0>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @outer(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a dimension 1 behind those of the buffer, with a box of 1, got}}
  tile_gpu.tma_store %b to %map[%i, %i] : !buffer
  return
}

// -----

// expected-error @below {{expected f16, bf16, f32 or f64 with nan_fill, got 'f8E4M3FN'}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f8E4M3FN, base = () -> (0), extents = () -> (32), strides = () -> (), box = [32], order = [0], swizzle = 0 nan_fill = true>}

// -----

// expected-error @below {{expected i32 or i64 with is_signed, got 'f32'}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 is_signed = true>}

// -----

#map = #tile_gpu.tensor_map<i32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>
!buffer = !tile_gpu.buffer<8xi32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @no_sign(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a tensor map with is_signed for max_signed}}
  tile_gpu.tma_reduce max_signed %b to %map[%i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<i32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 is_signed = true>
!buffer = !tile_gpu.buffer<8xi32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @sign(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a tensor map without is_signed for min_unsigned}}
  tile_gpu.tma_reduce min_unsigned %b to %map[%i] : !buffer
  return
}

// -----

!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @kind(%b: !buffer, %p: !tile.ptr<f32>) {
  // expected-error @below {{expected a reduction that the copy engine has, got xor of 'f32'}}
  tile_gpu.bulk_reduce xor %b to %p : !buffer to !tile.ptr<f32>
  return
}

// -----

!buffer = !tile_gpu.buffer<2xf32, #tile_gpu.shared<[[1]]>>
func.func @bytes(%b: !buffer, %p: !tile.ptr<f32>) {
  // expected-error @below {{expected a multiple of 16 bytes, got 8}}
  tile_gpu.bulk_reduce add %b to %p : !buffer to !tile.ptr<f32>
  return
}

// -----

func.func @prefetch(%p: !tile.ptr<f32>) {
  // expected-error @below {{expected a multiple of 16 bytes, got 24}}
  tile_gpu.bulk_prefetch %p bytes 24 : !tile.ptr<f32>
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>, stages = 2>
func.func @stages(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected one stage of a buffer, got 2 stages}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0>
!buffer = !tile_gpu.buffer<8xi32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @element(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a buffer of 'f32' of at most rank 1, got '!tile_gpu.buffer<8xi32}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}

// -----

!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @given(%map: !tile_gpu.tensor_map, %b: !buffer, %i: i32) {
  // expected-error @below {{expected a tensor map from tile_gpu.tensor_map or tile_gpu.build_tensor_map}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [128], order = [0], swizzle = 0>
!buffer = !tile_gpu.buffer<512xf32, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128], [256]]>>
func.func @joined(%b: !buffer, %i: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected boxes for 4 warps that join to at most 256 elements, got #tile_gpu.tensor_map<f32}}
  tile_gpu.tma_store %b to %map[%i] by warps : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (128), strides = () -> (), box = [128], order = [0], swizzle = 0>
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @box(%p: tensor<128x!tile.ptr<f32>, #a>, %i: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected 1 coordinates of the box, got 2}}
  %x = tile_gpu.load %p box %map[%i, %i] : tensor<128x!tile.ptr<f32>, #a>
  return
}

// -----

// expected-error @below {{expected tf32 with rounded, got 'f32'}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 rounded = true>}

// -----

#map = #tile_gpu.tensor_map<tf32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 rounded = true>
!buffer = !tile_gpu.buffer<8xtf32, #tile_gpu.shared<[[1], [2], [4]]>>
func.func @stores_round_nothing(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a tensor map without rounded}}
  tile_gpu.tma_store %b to %map[%i] : !buffer
  return
}
