// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each thing that could tell how blocks are spread keeps a kernel as it is, and is named; what only looks like one does not.
// RUN: tile-opt %s --tile-make-persistent="always remarks" --split-input-file --verify-diagnostics | FileCheck %s

// A block that spins on a flag would keep its CTA from running the block that sets it.
// CHECK-LABEL: func.func @waits(
// CHECK-NOT: tile.block_loop
// CHECK: return
func.func @waits(%flag: !tile.ptr<i32>) attributes {tile.kernel} {
  %zero = arith.constant 0 : i32
  // expected-remark @below {{not persistent: this loop may wait for another block: whether it goes on depends on memory that it reads}}
  scf.while : () -> () {
    %v = tile.atomic_load acquire device %flag : !tile.ptr<i32>
    %go = arith.cmpi eq, %v, %zero : i32
    scf.condition(%go)
  } do {
    scf.yield
  }
  return
}

// -----

// The same a turn later: what is carried round decides.
// CHECK-LABEL: func.func @waits_carried(
// CHECK-NOT: tile.block_loop
// CHECK: return
func.func @waits_carried(%flag: !tile.ptr<i32>) attributes {tile.kernel} {
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  // expected-remark @below {{not persistent: this loop may wait}}
  %last = scf.while (%go = %true) : (i1) -> i1 {
    scf.condition(%go) %go : i1
  } do {
  ^bb0(%was: i1):
    %v = tile.load %flag : !tile.ptr<i32>
    %again = arith.cmpi eq, %v, %zero : i32
    %next = scf.if %again -> i1 {
      scf.yield %was : i1
    } else {
      %no = arith.constant false
      scf.yield %no : i1
    }
    scf.yield %next : i1
  }
  return
}

// -----

// The user's own loop over blocks.
func.func @strides(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %step = tile.num_blocks x
  // expected-remark @below {{not persistent: it steps by the number of blocks itself}}
  scf.for %b = %x to %n step %step : i32 {
    %q = tile.offset %p, %b : !tile.ptr<i32>, i32
    tile.store %q, %b : !tile.ptr<i32>
  }
  return
}

// -----

// expected-remark @below {{not persistent: its control flow is not structured}}
func.func @jumps(%p: !tile.ptr<i32>, %c: i1) attributes {tile.kernel} {
  cf.cond_br %c, ^one, ^two
^one:
  cf.br ^two
^two:
  return
}

// -----

// Atomics that decide branches and lengths of counted loops, reads of the block's own memory in a loop, loops that read
// but count by themselves: nobody waits.
// CHECK-LABEL: func.func @free$v0(
// CHECK: tile.block_loop
// expected-remark @below {{persistent: CTAs stay and loop over tile blocks}}
func.func @free(%p: !tile.ptr<i32>) attributes {tile.kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %ticket = tile.atomic_rmw add relaxed device %p, %one : !tile.ptr<i32> -> i32
  scf.for %i = %zero to %ticket step %one : i32 {
    tile.store %p, %i : !tile.ptr<i32>
  }
  %own = tile.alloca 4 bytes align 4 : !tile.ptr<i32>
  tile.store %own, %zero : !tile.ptr<i32>
  scf.while : () -> () {
    %v = tile.load %own : !tile.ptr<i32>
    %go = arith.cmpi slt, %v, %ten : i32
    scf.condition(%go)
  } do {
    %v = tile.load %own : !tile.ptr<i32>
    %next = arith.addi %v, %one : i32
    tile.store %own, %next : !tile.ptr<i32>
    scf.yield
  }
  %sum:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi slt, %i, %ten : i32
    scf.condition(%go) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %v = tile.load %p : !tile.ptr<i32>
    %t = arith.addi %s, %v : i32
    %j = arith.addi %i, %one : i32
    scf.yield %j, %t : i32, i32
  }
  tile.store %p, %sum#1 : !tile.ptr<i32>
  return
}
