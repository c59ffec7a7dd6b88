// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics
// Tensor maps of rows that are named, which hardware has of few forms, and rows that lanes do not have.

// expected-error @below {{expected 2 dimensions with gathered, and a multiple of 4 in dimension 1 of box, got 1 and 8}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 gathered = true>}

// -----

// expected-error @below {{expected 2 dimensions with gathered, and a multiple of 4 in dimension 1 of box, got 2 and 2}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 2], order = [1, 0], swizzle = 0 gathered = true>}

// -----

// expected-error @below {{expected at least 32 bytes in dimension 0 of box with gathered, got 16}}
func.func private @f() attributes {x = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [4, 4], order = [1, 0], swizzle = 0 gathered = true>}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @without_rows(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a map that is not gathered, got #tile_gpu.tensor_map<}}
  tile_gpu.tma_store %b to %map[%i, %i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0>
#rows = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @with_rows(%b: !buffer, %m: !tile_gpu.mbarriers<1>, %r: tensor<4xi32, #rows>, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a map that is gathered, got #tile_gpu.tensor_map<}}
  tile_gpu.tma_load %map[%i] rows %r : tensor<4xi32, #rows> into %b, %m[%i] : !buffer, !tile_gpu.mbarriers<1>
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
#rows = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @coordinates(%b: !buffer, %r: tensor<4xi32, #rows>, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected 1 coordinates, got 2}}
  tile_gpu.tma_store %b to %map[%i, %i] rows %r : tensor<4xi32, #rows> : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
#rows = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [0], [0], [0], [0]]>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @too_many(%b: !buffer, %r: tensor<8xi32, #rows>, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected 4 rows, got 'tensor<8xi32}}
  tile_gpu.tma_store %b to %map[%i] rows %r : tensor<8xi32, #rows> : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
#rows = #tile_gpu.layout<register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[2]]>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @of_warps(%b: !buffer, %r: tensor<4xi32, #rows>, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected rows that every warp has, got 'tensor<4xi32}}
  tile_gpu.tma_store %b to %map[%i] rows %r : tensor<4xi32, #rows> : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @reduction(%b: !buffer, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a map that is not gathered}}
  tile_gpu.tma_reduce add %b to %map[%i, %i] : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
func.func @prefetch(%i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected a map that is not gathered}}
  tile_gpu.tma_prefetch %map[%i, %i] shape [4, 8]
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
#rows = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @multicast(%b: !buffer, %m: !tile_gpu.mbarriers<1>, %r: tensor<4xi32, #rows>, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected no rows with multicast}}
  tile_gpu.tma_load %map[%i] rows %r : tensor<4xi32, #rows> into %b, %m[%i] multicast : !buffer, !tile_gpu.mbarriers<1>
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8, 8), strides = () -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
#rows = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
!buffer = !tile_gpu.buffer<4x8xf32, #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>>
func.func @by_warps(%b: !buffer, %r: tensor<4xi32, #rows>, %i: i32) {
  %map = tile_gpu.tensor_map #map
  // expected-error @below {{expected no rows with by warps}}
  tile_gpu.tma_store %b to %map[%i] rows %r : tensor<4xi32, #rows> by warps : !buffer
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8, 8), strides = ()[s0] -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>
func.func @built(%p: !tile.ptr<f32>, %place: !place) {
  // expected-error @below {{expected a map that is not gathered}}
  %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
  return
}
