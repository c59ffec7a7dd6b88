// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -split-input-file -verify-diagnostics
// Every message of the casts and of arithmetic with modes.

func.func @f(%x: f32) {
  // expected-error @below {{expected two different element types, got 'f32' twice}}
  %0 = tile.ftof %x : f32 -> f32
  return
}
// -----
func.func @f(%x: i1) {
  // expected-error @below {{expected an element type that has bits of its own, got 'i1'}}
  %0 = tile.bitcast %x : i1 -> i8
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error @below {{expected an element type that has bits of its own, got 'tf32'}}
  %0 = tile.bitcast %x : f32 -> tf32
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error @below {{expected an element type of 4 bytes, got 'i16'}}
  %0 = tile.bitcast %x : f32 -> i16
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error @below {{expected a rounding mode that exists for 'f32', got approximate}}
  %0 = tile.addf %x, %x rounding<approximate> : f32
  return
}
// -----
func.func @f(%x: f16) {
  // expected-error @below {{expected f32 with 'flush', got 'f16'}}
  %0 = tile.mulf %x, %x flush : f16
  return
}
// -----
func.func @f(%x: f64) {
  // expected-error @below {{expected a rounding mode that exists for 'f64', got full}}
  %0 = tile.divf %x, %x rounding<full> : f64
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error @below {{expected a rounding mode that exists for 'f32', got full}}
  %0 = tile.sqrt %x rounding<full> : f32
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error @below {{expected a rounding mode that exists for 'f32', got toward_zero}}
  %0 = tile.exp %x rounding<toward_zero> : f32
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error @below {{expected a rounding mode that exists for 'f32', got approximate}}
  %0 = tile.rsqrt %x rounding<approximate> : f32
  return
}
