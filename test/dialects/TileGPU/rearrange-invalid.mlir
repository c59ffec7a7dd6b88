// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics

#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[0]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected 1 warps, got 2}}
  %0 = tile_gpu.convert_layout %x : tensor<32xf32, #a> -> tensor<32xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], cta = [[0]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected 1 ctas, got 2}}
  %0 = tile_gpu.convert_layout %x : tensor<32xf32, #a> -> tensor<32xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected a result of type 'tensor<32xf32>', got 'tensor<32xi32>'}}
  %0 = tile_gpu.convert_layout %x : tensor<32xf32, #a> -> tensor<32xi32, #a>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f() {
  // expected-error @below {{expected a dimension below 1, got 1}}
  %0 = tile_gpu.coordinate 1 : tensor<32xi32, #a>
  return
}

// -----
func.func @f(%x: tensor<32xf32>) {
  // expected-error @below {{must be distributed tile of element type, but got 'tensor<32xf32>'}}
  %0 = tile_gpu.convert_layout %x : tensor<32xf32> -> tensor<32xf32>
  return
}

// -----
// A lane that stretches a tile must hold what it repeats.
#column = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
#wide = #tile_gpu.layout<register = [[2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0]]>
func.func @f(%x: tensor<32x1xf32, #column>) {
  // expected-error @below {{expected source layout #tile_gpu.layout<register = [}}
  %0 = tile_gpu.broadcast %x : tensor<32x1xf32, #column> -> tensor<32x16xf32, #wide>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], register = [[32]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected extent 1 or 64, got 32}}
  %0 = tile_gpu.broadcast %x : tensor<32xf32, #a> -> tensor<64xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f(%x: tensor<32x1xf32, #a>) {
  // expected-error @below {{expected at least rank 2, got 1}}
  %0 = tile_gpu.broadcast %x : tensor<32x1xf32, #a> -> tensor<32xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected element type 'f32', got 'i32'}}
  %0 = tile_gpu.reshape %x : tensor<32xf32, #a> -> tensor<32xi32, #a>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], register = [[32]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected 32 elements, got 64}}
  %0 = tile_gpu.reshape %x : tensor<32xf32, #a> -> tensor<64xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[2], [1], [4], [8], [16]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected result layout #tile_gpu.layout<lane = [}}
  %0 = tile_gpu.reshape %x : tensor<32xf32, #a> -> tensor<32xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected a permutation of 1 dimensions}}
  %0 = tile_gpu.permute %x [1] : tensor<32xf32, #a> -> tensor<32xf32, #a>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
func.func @f(%x: tensor<32x1xf32, #a>) {
  // expected-error @below {{expected a result of shape [1, 32], got [32, 1]}}
  %0 = tile_gpu.permute %x [1, 0] : tensor<32x1xf32, #a> -> tensor<32x1xf32, #a>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], register = [[32]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected an axis below 1, got 1}}
  %0 = tile_gpu.cat %x, %x axis = 1 : tensor<32xf32, #a> -> tensor<64xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected a result of shape [64], got [32]}}
  %0 = tile_gpu.cat %x, %x axis = 0 : tensor<32xf32, #a> -> tensor<32xf32, #a>
  return
}

// -----
// Halves that no place bit tells apart would have to move.
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[2], [4], [8], [16], [48]], register = [[1]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected one place bit to tell the halves of dimension 0 apart}}
  %0 = tile_gpu.cat %x, %x axis = 0 : tensor<32xf32, #a> -> tensor<64xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[2], [1], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], register = [[32]]>
func.func @f(%x: tensor<32xf32, #a>) {
  // expected-error @below {{expected operand layout #tile_gpu.layout<lane = [}}
  %0 = tile_gpu.cat %x, %x axis = 0 : tensor<32xf32, #a> -> tensor<64xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#c = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]]>
func.func @f(%x: tensor<32xf32, #a>, %i: i32) {
  // expected-error @below {{expected a sub-tile and indices of rank 1, got rank 2 and 1 indices}}
  %0 = tile_gpu.extract %x[%i : i32] : tensor<32xf32, #a> -> tensor<16x1xf32, #c>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
#b = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], register = [[32]]>
func.func @f(%x: tensor<32xf32, #a>, %y: tensor<64xf32, #b>, %i: i32) {
  // expected-error @below {{expected a sub-tile extent of at most 32, got 64}}
  %0 = tile_gpu.insert %y into %x[%i : i32] : tensor<64xf32, #b> into tensor<32xf32, #a>
  return
}
