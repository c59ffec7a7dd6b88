// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected 2 coordinates in each basis, got 1}}
#s = #tile_gpu.shared<[[0, 1], [2]]>

// -----
// expected-error @below {{expected coordinates from 0 up, got -1}}
#s = #tile_gpu.shared<[[-1]]>

// -----
#s = #tile_gpu.shared<[[1], [2]]>
// expected-error @below {{expected at least 1 stage, got 0}}
func.func private @f(!tile_gpu.buffer<4xf32, #s, stages = 0>)

// -----
#s = #tile_gpu.shared<[[1], [2]]>
// expected-error @below {{expected a power of two as align, got 96}}
func.func private @f(!tile_gpu.buffer<4xf32, #s, align = 96>)

// -----
#s = #tile_gpu.shared<[[1], [2]]>
// expected-error @below {{expected stages or align, got 'depth'}}
func.func private @f(!tile_gpu.buffer<4xf32, #s, depth = 2>)

// -----
#s = #tile_gpu.shared<[[1], [2]]>
// expected-error @below {{expected a buffer of tiles}}
func.func private @f(!tile_gpu.buffer<3xf32, #s>)

// -----
#s = #tile_gpu.shared<[[1], [2]]>
// expected-error @below {{expected a shared layout of rank 2, got 2 coordinates in 2 bases}}
func.func private @f(!tile_gpu.buffer<2x2xf32, #s>)

// -----
#s = #tile_gpu.shared<[[1], [4]]>
// expected-error @below {{expected coordinates below 4, got 4}}
func.func private @f(!tile_gpu.buffer<4xf32, #s>)

// -----
// Two offsets for element 1, none for element 2.
#s = #tile_gpu.shared<[[1], [1]]>
// expected-error @below {{expected a shared layout with one offset for every element}}
func.func private @f(!tile_gpu.buffer<4xf32, #s>)

// -----
// expected-error @below {{expected at least 1 mbarrier, got 0}}
func.func private @f(!tile_gpu.mbarriers<0>)

// -----
#s = #tile_gpu.shared<[[1], [2]]>
func.func @f() {
  // expected-error @below {{expected a shared_offset that is a multiple of 128, got 64}}
  %0 = tile_gpu.alloc_buffer {shared_offset = 64 : i64} : !tile_gpu.buffer<4xf32, #s>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
func.func @f(%b: !tile_gpu.buffer<4xf32, #s>) {
  // expected-error @below {{expected a buffer from tile_gpu.alloc_buffer}}
  tile_gpu.free_buffer %b : !tile_gpu.buffer<4xf32, #s>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
func.func @f(%c: i1) {
  %b = tile_gpu.alloc_buffer : !tile_gpu.buffer<4xf32, #s>
  scf.if %c {
    // expected-error @below {{expected to stand in the block of the buffer's tile_gpu.alloc_buffer, or of the consumers there}}
    tile_gpu.free_buffer %b : !tile_gpu.buffer<4xf32, #s>
  }
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
func.func @f(%b: !tile_gpu.buffer<4xf32, #s, stages = 2>) -> tensor<4xf32, #a> {
  // expected-error @below {{expected one stage of a buffer, got 2 stages}}
  %0 = tile_gpu.buffer_load %b : !tile_gpu.buffer<4xf32, #s, stages = 2> -> tensor<4xf32, #a>
  return %0 : tensor<4xf32, #a>
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
func.func @f(%b: !tile_gpu.buffer<4xf32, #s>, %x: tensor<4xi32, #a>) {
  // expected-error @below {{expected a tile of type 'tensor<4xf32>', got 'tensor<4xi32>'}}
  tile_gpu.buffer_store %x, %b : tensor<4xi32, #a>, !tile_gpu.buffer<4xf32, #s>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
func.func @f(%b: !tile_gpu.buffer<4xf32, #s>, %p: tensor<4x!tile.ptr<i32>, #a>) {
  // expected-error @below {{expected pointers to a tile of type 'tensor<4xf32>', got 'tensor<4xi32>'}}
  %0 = tile_gpu.async_copy %p into %b : tensor<4x!tile.ptr<i32>, #a> into !tile_gpu.buffer<4xf32, #s>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
func.func @f(%b: !tile_gpu.buffer<4xf32, #s, stages = 2>, %p: tensor<4x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected one stage of a buffer, got 2 stages}}
  %0 = tile_gpu.async_copy %p into %b : tensor<4x!tile.ptr<f32>, #a> into !tile_gpu.buffer<4xf32, #s, stages = 2>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
func.func @f(%b: !tile_gpu.buffer<4xf32, #s>, %p: tensor<4x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected a power of two as vector, got 3}}
  %0 = tile_gpu.async_copy %p into %b vector 3 : tensor<4x!tile.ptr<f32>, #a> into !tile_gpu.buffer<4xf32, #s>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]>
func.func @f(%b: !tile_gpu.buffer<4xf16, #s>, %p: tensor<4x!tile.ptr<f16>, #a>) {
  // expected-error @below {{expected copies of 4, 8 or 16 bytes, got 2}}
  %0 = tile_gpu.async_copy %p into %b : tensor<4x!tile.ptr<f16>, #a> into !tile_gpu.buffer<4xf16, #s>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
#a = #tile_gpu.layout<register = [[1]], lane = [[2], [0], [0], [0], [0]]>
func.func @f(%b: !tile_gpu.buffer<4xf32, #s>, %p: tensor<4x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected a vector of at most 2 registers, got 4}}
  %0 = tile_gpu.async_copy %p into %b vector 4 : tensor<4x!tile.ptr<f32>, #a> into !tile_gpu.buffer<4xf32, #s>
  return
}

// -----
// The stage has the columns of the lane apart.
#s = #tile_gpu.shared<[[1, 0], [0, 1]]>
#a = #tile_gpu.layout<register = [[0, 1]], lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>
func.func @f(%b: !tile_gpu.buffer<2x2xf32, #s>, %p: tensor<2x2x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected 2 registers of a lane side by side in the buffer}}
  %0 = tile_gpu.async_copy %p into %b vector 2 : tensor<2x2x!tile.ptr<f32>, #a> into !tile_gpu.buffer<2x2xf32, #s>
  return
}

// -----
func.func @f(%g: !tile_gpu.token) {
  // expected-error @below {{expected a number of groups from 0 up as pending, got -1}}
  %0 = tile_gpu.async_wait %g pending -1
  return
}

// -----
func.func @f(%b: !tile_gpu.mbarriers<1>) {
  // expected-error @below {{expected 1 to 1048575 arrivals, got 0}}
  tile_gpu.mbarrier_init %b arrivals 0 : !tile_gpu.mbarriers<1>
  return
}

// -----
func.func @f(%b: !tile_gpu.mbarriers<1>, %i: i32) {
  // expected-error @below {{expected 0 to 1048575 bytes, got 1048576}}
  tile_gpu.mbarrier_expect_tx %b[%i] bytes 1048576 : !tile_gpu.mbarriers<1>
  return
}

// -----
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [1, 0]]>
func.func @f(%b: !tile_gpu.buffer<2x4xf32, #rows>) {
  // expected-error @below {{expected a view of the same bytes as}}
  %v = tile_gpu.buffer_view %b : !tile_gpu.buffer<2x4xf32, #rows> -> !tile_gpu.buffer<2x4xf16, #rows>
  return
}

// -----
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [1, 0]]>
func.func @f(%b: !tile_gpu.buffer<2x4xf32, #rows, stages = 2>) {
  // expected-error @below {{expected one stage of a buffer}}
  %v = tile_gpu.buffer_view %b : !tile_gpu.buffer<2x4xf32, #rows, stages = 2> -> !tile_gpu.buffer<2x4xf32, #rows>
  return
}

// -----
#s = #tile_gpu.shared<[[1], [2]]>
func.func @f(%b: !tile_gpu.buffer<4xi32, #s>, %g: !tile_gpu.token) {
  // expected-error @below {{expected one stage of one i32, got '!tile_gpu.buffer<4xi32, #tile_gpu.shared<}}
  %0 = tile_gpu.buffer_get %b after %g : !tile_gpu.buffer<4xi32, #s>
  return
}

// -----
#one = #tile_gpu.shared<[]>
func.func @f(%b: !tile_gpu.buffer<1xi32, #one>, %x: i32) {
  // expected-error @below {{expected to stand in the producer of warp roles}}
  tile_gpu.buffer_put %x, %b : !tile_gpu.buffer<1xi32, #one>
  return
}

// -----
#s = #tile_gpu.shared<[[0, 1], [1, 0]]>
func.func @f(%b: !tile_gpu.buffer<2x2xf32, #s, stages = 2>, %i: i32) -> tensor<2x1xf32, #tile_gpu.layout<register = [[1, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>> {
  // expected-error @below {{expected one stage of a buffer, got 2 stages}}
  %0 = tile_gpu.buffer_load %b part %i : !tile_gpu.buffer<2x2xf32, #s, stages = 2> -> tensor<2x1xf32, #tile_gpu.layout<register = [[1, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>>
  return %0 : tensor<2x1xf32, #tile_gpu.layout<register = [[1, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>>
}

// -----
#s = #tile_gpu.shared<[[0, 1], [1, 0]]>
#a = #tile_gpu.layout<lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>
func.func @f(%b: !tile_gpu.buffer<2x2xf32, #s>, %i: i32) -> tensor<1x1xf32, #a> {
  // expected-error @below {{expected a part of 'tensor<2x2xf32>' along one dimension, got 'tensor<1x1xf32>'}}
  %0 = tile_gpu.buffer_load %b part %i : !tile_gpu.buffer<2x2xf32, #s> -> tensor<1x1xf32, #a>
  return %0 : tensor<1x1xf32, #a>
}
