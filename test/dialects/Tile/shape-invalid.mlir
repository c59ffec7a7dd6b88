// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -split-input-file -verify-diagnostics
// Every message of the shape ops' verifiers.

func.func @f() {
  // expected-error @below {{expected an element type that holds 511, got 'i8'}}
  %0 = tile.iota : tensor<512xi8>
  return
}
// -----
func.func @f(%t: tensor<2xf32>) {
  // expected-error @below {{expected a tile of one element, got 2}}
  %0 = tile.to_scalar %t : tensor<2xf32>
  return
}
// -----
func.func @f(%t: tensor<2x4xf32>) {
  // expected-error @below {{expected at least rank 2, got 1}}
  %0 = tile.broadcast %t : tensor<2x4xf32> -> tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<2xf32>) {
  // expected-error @below {{expected extent 1 or 8, got 2}}
  %0 = tile.broadcast %t : tensor<2xf32> -> tensor<8xf32>
  return
}
// -----
func.func @f(%t: tensor<2xf32>) {
  // expected-error @below {{expected 2 elements, got 4}}
  %0 = tile.reshape %t : tensor<2xf32> -> tensor<2x2xf32>
  return
}
// -----
func.func @f(%t: tensor<2x4xf32>) {
  // expected-error @below {{expected a permutation of 2 dimensions}}
  %0 = tile.permute %t [0, 0] : tensor<2x4xf32>
  return
}
// -----
func.func @f(%t: tensor<2x4xf32>) {
  // expected-error @below {{expected dimensions below 2, got 2}}
  %0 = tile.permute %t [2, 0] : tensor<2x4xf32>
  return
}
// -----
func.func @f(%t: tensor<2xf32>) {
  // expected-error @below {{expected an axis of the operands, got 1}}
  %0 = tile.cat %t, %t axis = 1 : tensor<2xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %i: i32) {
  // expected-error @below {{expected element type 'f32', got 'f16'}}
  %0 = tile.extract %t[%i : i32] : tensor<4xf32> -> tensor<2xf16>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %i: i32) {
  // expected-error @below {{expected a sub-tile of rank 1, got 2}}
  %0 = tile.extract %t[%i : i32] : tensor<4xf32> -> tensor<2x1xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %i: i32) {
  // expected-error @below {{expected 1 indices, got 2}}
  %0 = tile.extract %t[%i, %i : i32, i32] : tensor<4xf32> -> tensor<2xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %s: tensor<8xf32>, %i: i32) {
  // expected-error @below {{expected a sub-tile extent of at most 4, got 8}}
  %0 = tile.insert %s into %t[%i : i32] : tensor<8xf32> into tensor<4xf32>
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error @below {{must be tile of element type}}
  %0 = tile.splat %x : tensor<3xf32>
  return
}
// -----
// expected-error @below {{expected a kernel without results, got 1}}
func.func @f(%x: f32) -> f32 attributes {tile.kernel} {
  return %x : f32
}
// -----
// expected-error @below {{expected scalar or pointer parameters of a kernel, got 'tensor<2xf32>'}}
func.func @f(%x: tensor<2xf32>) attributes {tile.kernel} {
  return
}
// -----
// expected-error @below {{expected an array of #tile.hints as 'tile.hints'}}
func.func @f() attributes {tile.kernel, tile.hints = 3} {
  return
}
// -----
// expected-error @below {{has unknown attribute 'tile.colour' of the tile dialect}}
func.func @f() attributes {tile.colour} {
  return
}
// -----
// expected-error @below {{expected a pointer under 'tile.restrict', got 'i32'}}
func.func @f(%n: i32 {tile.restrict}) {
  return
}
// -----
// expected-error @below {{has unknown argument attribute 'tile.colour' of the tile dialect}}
func.func @f(%n: i32 {tile.colour}) {
  return
}
// -----
// expected-error @below {{expected 'tile.fast_accumulation' on a module}}
func.func private @fast_accumulation_on_function() attributes {tile.fast_accumulation}

// -----

// expected-error @below {{expected 'tile.kernel' on a function}}
module attributes {tile.kernel} {}
// -----
func.func @f(%x: i32) {
  // expected-error @below {{expected 'tile.block_loop' on a loop}}
  %0 = arith.addi %x, %x {tile.block_loop} : i32
  return
}
// -----
func.func @f(%x: i32) {
  // expected-error @below {{expected 'tile.clipped' on a write through a view}}
  %0 = arith.addi %x, %x {tile.clipped} : i32
  return
}
