// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics

#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected an axis below 1, got 1}}
  %r = tile_gpu.reduce %x axis = 1 : (tensor<32xf32, #a>) -> tensor<1xf32, #one> {
  ^bb0(%a: f32, %b: f32):
    tile_gpu.yield %a : f32
  }
  return
}

// -----
func.func @f() {
  // expected-error @below {{expected at least one operand}}
  "tile_gpu.reduce"() <{axis = 0 : i64}> ({
    tile_gpu.yield
  }) : () -> ()
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[2], [1], [4], [8], [16]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
func.func @f(%x: tensor<32xf32, #a>, %y: tensor<32xf32, #b>) {
  // expected-error @below {{expected operands of one shape and layout}}
  %r:2 = tile_gpu.reduce %x, %y axis = 0 : (tensor<32xf32, #a>, tensor<32xf32, #b>) -> (tensor<1xf32, #one>, tensor<1xf32, #one>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tile_gpu.yield %a, %b : f32, f32
  }
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected 1 results, got 2}}
  %r:2 = tile_gpu.reduce %x axis = 0 : (tensor<32xf32, #a>) -> (tensor<1xf32, #one>, tensor<1xf32, #one>) {
  ^bb0(%a: f32, %b: f32):
    tile_gpu.yield %a : f32
  }
  return
}

// -----
// Lanes 1 and 2 hold the same element twice over: a butterfly would count it twice.
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], register = [[1]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected a coordinate-wise layout}}
  %r = tile_gpu.reduce %x axis = 0 : (tensor<32xf32, #a>) -> tensor<1xf32, #one> {
  ^bb0(%a: f32, %b: f32):
    tile_gpu.yield %a : f32
  }
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], register = [[0]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected a result of type 'tensor<1xf32, #tile_gpu.layout<lane = [}}
  %r = tile_gpu.reduce %x axis = 0 : (tensor<32xf32, #a>) -> tensor<1xf32, #one> {
  ^bb0(%a: f32, %b: f32):
    tile_gpu.yield %a : f32
  }
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected a combiner that takes two elements of each operand}}
  %r = tile_gpu.scan %x axis = 0 : (tensor<32xf32, #a>) -> tensor<32xf32, #a> {
  ^bb0(%a: f32):
    tile_gpu.yield %a : f32
  }
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected a combiner that yields one element of each operand}}
  %r = tile_gpu.scan %x axis = 0 : (tensor<32xf32, #a>) -> tensor<32xf32, #a> {
  ^bb0(%a: f32, %b: f32):
    tile_gpu.yield %a, %b : f32, f32
  }
  return
}

// -----
// A prefix cannot run through registers after warps.
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]], register = [[64]]>
func.func @f(%x: tensor<128xf32, #a>) {
  // expected-error @below {{expected lanes in rising order and warps above them, and no register between lanes or above warps, along axis 0}}
  %r = tile_gpu.scan %x axis = 0 : (tensor<128xf32, #a>) -> tensor<128xf32, #a> {
  ^bb0(%a: f32, %b: f32):
    tile_gpu.yield %a : f32
  }
  return
}

// -----
// Elements along the axis that change with places of another dimension's would mix rows.
#a = #tile_gpu.layout<lane = [[1, 1], [2, 0], [4, 0], [0, 1], [0, 2]]>
func.func @f(%x: tensor<8x4xf32, #a>) {
  // expected-error @below {{expected a coordinate-wise layout, got #tile_gpu.layout<}}
  %r = tile_gpu.scan %x axis = 0 : (tensor<8x4xf32, #a>) -> tensor<8x4xf32, #a> {
  ^bb0(%a: f32, %b: f32):
    tile_gpu.yield %a : f32
  }
  return
}
