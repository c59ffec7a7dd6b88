// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -split-input-file -verify-diagnostics
// Every message of reductions and scans.

func.func @f() {
  // expected-error @below {{expected at least one operand}}
  "tile.reduce"() <{axis = 0 : i64}> ({ "tile.yield"() : () -> () }) : () -> ()
  return
}
// -----
func.func @f(%t: tensor<8xi32>) {
  // expected-error @below {{expected an axis below 1, got 1}}
  %0 = tile.reduce %t axis = 1 : (tensor<8xi32>) -> tensor<1xi32> {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  }
  return
}
// -----
func.func @f(%t: tensor<8xi32>, %u: tensor<4xi32>) {
  // expected-error @below {{expected operands of one shape, got 'tensor<4xi32>'}}
  %0:2 = tile.reduce %t, %u axis = 0 : (tensor<8xi32>, tensor<4xi32>) -> (tensor<1xi32>, tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    tile.yield %a, %b : i32, i32
  }
  return
}
// -----
func.func @f(%t: tensor<8xi32>) {
  // expected-error @below {{expected 1 results, got 2}}
  %0:2 = tile.scan %t axis = 0 : (tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  }
  return
}
// -----
func.func @f(%t: tensor<8xi32>) {
  // expected-error @below {{expected a result of type 'tensor<1xi32>', got 'tensor<8xi32>'}}
  %0 = tile.reduce %t axis = 0 : (tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  }
  return
}
// -----
func.func @f(%t: tensor<8xi32>) {
  // expected-error @below {{expected a combiner that takes two elements of each operand}}
  %0 = tile.scan %t axis = 0 : (tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32):
    tile.yield %a : i32
  }
  return
}
// -----
func.func @f(%t: tensor<8xi32>) {
  // expected-error @below {{expected a combiner that yields one element of each operand}}
  %0 = tile.reduce %t axis = 0 : (tensor<8xi32>) -> tensor<1xi32> {
  ^bb0(%a: i32, %b: i32):
    tile.yield
  }
  return
}
