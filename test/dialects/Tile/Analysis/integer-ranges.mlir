// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --test-tile-divisibility --split-input-file --verify-diagnostics -o /dev/null
// Between which bounds integers lie, fact by fact.

func.func @sources(%n: i32, %x: tensor<64xi8>, %p: !tile.ptr<i32>) {
  // expected-remark @below {{from 0 to 2147483646}}
  %b = tile.block_id x {range}
  // expected-remark @below {{from 0 to 65535}}
  %count = tile.num_blocks y {range}
  // expected-remark @below {{from 0 to 127}}
  %i = tile.iota {range} : tensor<4x32xi32>
  // expected-remark @below {{from 7 to 7}}
  %c = arith.constant {range} dense<7> : tensor<8xi32>
  // expected-remark @below {{from -3 to 9}}
  %a = tile.assume %n [#tile.bounded<lower = -3, upper = 9>] {range} : i32
  // expected-remark @below {{from 0 to 9}}
  %both = tile.assume %a [#tile.bounded<lower = 0, upper = 100>] {range} : i32
  // expected-remark @below {{from 0 to 255}}
  %e = arith.extui %x {range} : tensor<64xi8> to tensor<64xi32>
  // expected-remark @below {{from -2147483648 to 2147483647}}
  // expected-remark @below {{width 1}}
  %l = tile.load %p {range} : !tile.ptr<i32>
  return
}

// -----
func.func @arithmetic(%n: i32, %x: tensor<64xi8>) {
  %a = tile.assume %n [#tile.bounded<lower = 0, upper = 9>] : i32
  // expected-remark @below {{from 0 to 9}}
  %s = tile.splat %a {range} : tensor<32xi32>
  %i = tile.iota : tensor<32xi32>
  // expected-remark @below {{from 0 to 40}}
  %sum = arith.addi %s, %i {range} : tensor<32xi32>
  // expected-remark @below {{from 0 to 279}}
  %product = arith.muli %s, %i {range} : tensor<32xi32>
  %c4 = arith.constant dense<4> : tensor<32xi32>
  // expected-remark @below {{from 0 to 3}}
  %r = arith.remui %i, %c4 {range} : tensor<32xi32>
  // expected-remark @below {{from 0 to 4}}
  %m = arith.minsi %i, %c4 {range} : tensor<32xi32>
  // expected-remark @below {{from 0 to 31}}
  %w = tile.reshape %i {range} : tensor<32xi32> -> tensor<4x8xi32>
  return
}

// -----
func.func @loops(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %end = tile.assume %n [#tile.bounded<lower = 0, upper = 100>] : i32
  %grown = scf.for %i = %c0 to %end step %c2 iter_args(%sum = %c0) -> (i32) : i32 {
    // expected-remark @below {{from 1 to 100}}
    %next = arith.addi %i, %c1 {range} : i32
    // Grows by nobody knows how much.
    // expected-remark @below {{from -2147483648 to 2147483647}}
    %total = arith.addi %sum, %c1 {range} : i32
    scf.yield %total : i32
  }
  return
}
