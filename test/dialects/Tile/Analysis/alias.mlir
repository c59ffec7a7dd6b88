// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -split-input-file -verify-diagnostics --pass-pipeline="builtin.module(func.func(test-tile-alias))" -o /dev/null
// Which accesses are proved apart. An access without a remark may alias all before it.

// Two plain parameters may be one array; a restrict one is apart from the other.
func.func @parameters(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %r: !tile.ptr<f32> {tile.restrict}, %x: f32) {
  %0 = tile.load %a : !tile.ptr<f32>
  tile.store %b, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 0}}
  // expected-remark @below {{apart from access 1}}
  tile.store %r, %x : !tile.ptr<f32>
  return
}
// -----
// Types prove nothing.
func.func @types(%a: !tile.ptr<f32>, %b: !tile.ptr<i32>, %x: i32) {
  %0 = tile.load %a : !tile.ptr<f32>
  tile.store %b, %x : !tile.ptr<i32>
  return
}
// -----
tile.global @g 4 bytes align 4
tile.global @h 4 bytes align 4
func.func @objects(%a: !tile.ptr<f32>, %x: f32) {
  %l = tile.alloca 64 bytes align 4 : !tile.ptr<f32>
  %m = tile.alloca 64 bytes align 4 : !tile.ptr<f32>
  %g = tile.address_of @g : !tile.ptr<f32>
  %h = tile.address_of @h : !tile.ptr<f32>
  %g2 = tile.address_of @g : !tile.ptr<f32>
  tile.store %a, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 0}}
  tile.store %l, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 0}}
  // expected-remark @below {{apart from access 1}}
  tile.store %m, %x : !tile.ptr<f32>
  // A module variable's address can come in as a parameter.
  // expected-remark @below {{apart from access 1}}
  // expected-remark @below {{apart from access 2}}
  tile.store %g, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 1}}
  // expected-remark @below {{apart from access 2}}
  // expected-remark @below {{apart from access 3}}
  tile.store %h, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 1}}
  // expected-remark @below {{apart from access 2}}
  // expected-remark @below {{apart from access 4}}
  tile.store %g2, %x : !tile.ptr<f32>
  return
}
// -----
// Constant offsets from one root: bytes 0..3, 4..7 and 2..3.
func.func @offsets(%a: !tile.ptr<f32>, %x: f32, %y: i16, %n: i32) {
  %one = arith.constant 1 : i32
  %b = tile.bitcast %a : !tile.ptr<f32> -> !tile.ptr<i16>
  %p = tile.offset %a, %one : !tile.ptr<f32>, i32
  %q = tile.offset %b, %one : !tile.ptr<i16>, i32
  %r = tile.offset %a, %n : !tile.ptr<f32>, i32
  tile.store %a, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 0}}
  tile.store %p, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 1}}
  tile.store %q, %y : !tile.ptr<i16>
  tile.store %r, %x : !tile.ptr<f32>
  return
}
// -----
// Pointer tiles, views, loops and selections are followed to their parameters.
!tensor = !tile.tensor_view<64xf32, strides = [1]>
func.func @derived(%a: !tile.ptr<f32> {tile.restrict}, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>, %k: i1, %n: index, %i: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %step = arith.constant 4 : i32
  %t = tile.make_tensor_view %a : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !tile.partition_view<8, !tensor>
  %x = tile.load_view %v[%i : i32] : !tile.partition_view<8, !tensor>
  %s = arith.select %k, %b, %c : !tile.ptr<f32>
  %end = scf.for %j = %zero to %n step %one iter_args(%p = %s) -> !tile.ptr<f32> {
    %q = tile.splat %p : tensor<8x!tile.ptr<f32>>
    // expected-remark @below {{apart from access 0}}
    tile.store %q, %x : tensor<8x!tile.ptr<f32>>
    %next = tile.offset %p, %step : !tile.ptr<f32>, i32
    scf.yield %next : !tile.ptr<f32>
  }
  // expected-remark @below {{apart from access 0}}
  %y = tile.load %end : !tile.ptr<f32>
  return
}
// -----
// A loaded address can be anything: the address of a restrict parameter may have been stored.
func.func @loaded(%a: !tile.ptr<i64>, %r: !tile.ptr<f32> {tile.restrict}, %x: f32) {
  %0 = tile.load %a : !tile.ptr<i64>
  %p = tile.bitcast %0 : i64 -> !tile.ptr<f32>
  tile.store %p, %x : !tile.ptr<f32>
  // expected-remark @below {{apart from access 0}}
  tile.store %r, %x : !tile.ptr<f32>
  return
}
// -----
// One root is not one offset: a pointer that a branch or a loop yields lies anywhere in the object.
func.func @moved(%a: !tile.ptr<f32>, %x: f32, %k: i1, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %step = arith.constant 1 : i32
  %next = tile.offset %a, %step : !tile.ptr<f32>, i32
  %p = scf.if %k -> !tile.ptr<f32> {
    scf.yield %next : !tile.ptr<f32>
  } else {
    scf.yield %a : !tile.ptr<f32>
  }
  tile.store %p, %x : !tile.ptr<f32>
  tile.store %next, %x : !tile.ptr<f32>
  %end = scf.for %j = %zero to %n step %one iter_args(%q = %a) -> !tile.ptr<f32> {
    %r = tile.offset %q, %step : !tile.ptr<f32>, i32
    tile.store %q, %x : !tile.ptr<f32>
    tile.store %r, %x : !tile.ptr<f32>
    scf.yield %r : !tile.ptr<f32>
  }
  return
}
