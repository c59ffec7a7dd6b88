// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --test-tile-divisibility --split-input-file --verify-diagnostics -o /dev/null
// What is known of values along a dimension (by default the last), fact by fact, and how wide accesses may be. 2^30 = 1073741824 stands for any divisor.

func.func @sources(%p: !tile.ptr<f32>, %n: i32) {
  // expected-remark @below {{contiguity 128, constancy 1, divisor 1073741824}}
  %i = tile.iota {facts} : tensor<128xi32>
  // Rows follow one another.
  // expected-remark @below {{contiguity 128, constancy 1, divisor 1073741824}}
  %rows = tile.iota {facts} : tensor<4x32xi32>
  // expected-remark @below {{contiguity 1, constancy 128, divisor 8}}
  %c = arith.constant {facts} dense<24> : tensor<128xi32>
  // expected-remark @below {{contiguity 1, constancy 1, divisor 1}}
  %d = arith.constant {facts} dense<[8, 16]> : tensor<2xi32>
  // A pointer is aligned to what it points to.
  // expected-remark @below {{contiguity 1, constancy 128, divisor 4}}
  %s = tile.splat %p {facts} : tensor<128x!tile.ptr<f32>>
  // expected-remark @below {{contiguity 1, constancy 1, divisor 64}}
  %a = tile.assume %p [#tile.divisible<64>] {facts} : !tile.ptr<f32>
  // expected-remark @below {{contiguity 1, constancy 1, divisor 16}}
  %b = tile.assume %n [#tile.divisible<16>] {facts} : i32
  // expected-remark @below {{contiguity 1, constancy 1, divisor 8}}
  %l = tile.alloca 64 bytes align 8 {facts} : !tile.ptr<f32>
  return
}

// -----
func.func @arithmetic(%n: i32) {
  %i = tile.iota : tensor<128xi32>
  %a = tile.assume %n [#tile.divisible<16>] : i32
  %s = tile.splat %a : tensor<128xi32>
  %four = arith.constant dense<4> : tensor<128xi32>
  %two = arith.constant dense<2> : tensor<128xi32>
  %seven = arith.constant dense<7> : tensor<128xi32>
  // expected-remark @below {{contiguity 128, constancy 1, divisor 16}}
  %0 = arith.addi %i, %s {facts} : tensor<128xi32>
  // expected-remark @below {{contiguity 128, constancy 1, divisor 16}}
  %1 = arith.subi %i, %s {facts} : tensor<128xi32>
  // Backwards is no run.
  // expected-remark @below {{contiguity 1, constancy 1, divisor 1}}
  %2 = arith.subi %s, %i {facts} : tensor<128xi32>
  // expected-remark @below {{contiguity 1, constancy 1, divisor 4}}
  %3 = arith.muli %i, %four {facts} : tensor<128xi32>
  // expected-remark @below {{contiguity 1, constancy 128, divisor 64}}
  %4 = arith.muli %s, %four {facts} : tensor<128xi32>
  // expected-remark @below {{contiguity 1, constancy 128, divisor 64}}
  %5 = arith.shli %s, %two {facts} : tensor<128xi32>
  // Two runs added rise by two.
  // expected-remark @below {{contiguity 1, constancy 1, divisor 1}}
  %6 = arith.addi %i, %i {facts} : tensor<128xi32>
  // A run from a multiple of 16 cannot wrap inside 16.
  // expected-remark @below {{contiguity 16, constancy 1, divisor 16}}
  %7 = arith.extsi %0 {facts} : tensor<128xi32> to tensor<128xi64>
  // expected-remark @below {{contiguity 1, constancy 128, divisor 4}}
  %8 = arith.minsi %s, %four {facts} : tensor<128xi32>
  // expected-remark @below {{contiguity 1, constancy 128, divisor 4}}
  %9 = arith.divsi %s, %four {facts} : tensor<128xi32>
  // expected-remark @below {{contiguity 1, constancy 128, divisor 16}}
  %10 = arith.andi %s, %seven {facts} : tensor<128xi32>
  // expected-remark @below {{contiguity 1, constancy 128, divisor 4}}
  %11 = arith.remui %s, %four {facts} : tensor<128xi32>
  // A narrow run comes around to its start: bytes count to 127.
  %long = tile.iota : tensor<512xi32>
  // expected-remark @below {{contiguity 128, constancy 1, divisor 128}}
  %12 = arith.trunci %long {facts} : tensor<512xi32> to tensor<512xi8>
  %bytes = tile.iota : tensor<256xi8>
  // expected-remark @below {{contiguity 128, constancy 1, divisor 128}}
  %13 = arith.extsi %bytes {facts} : tensor<256xi8> to tensor<256xi32>
  return
}

// -----
func.func @comparisons(%n: i32) {
  %i = tile.iota : tensor<128xi32>
  %a = tile.assume %n [#tile.divisible<8>] : i32
  %s = tile.splat %a : tensor<128xi32>
  %t = tile.splat %n : tensor<128xi32>
  // A run passes a multiple of 8 only between groups of 8.
  // expected-remark @below {{constancy 8}}
  %0 = arith.cmpi slt, %i, %s {facts} : tensor<128xi32>
  // expected-remark @below {{constancy 8}}
  %1 = arith.cmpi uge, %i, %s {facts} : tensor<128xi32>
  // expected-remark @below {{constancy 8}}
  %2 = arith.cmpi sgt, %s, %i {facts} : tensor<128xi32>
  // Less or equal differs at the multiple itself.
  // expected-remark @below {{constancy 1,}}
  %3 = arith.cmpi sle, %i, %s {facts} : tensor<128xi32>
  // expected-remark @below {{constancy 1,}}
  %4 = arith.cmpi slt, %i, %t {facts} : tensor<128xi32>
  // expected-remark @below {{constancy 1,}}
  %5 = arith.cmpi eq, %i, %s {facts} : tensor<128xi32>
  // expected-remark @below {{constancy 128}}
  %6 = arith.cmpi eq, %t, %s {facts} : tensor<128xi32>
  // expected-remark @below {{constancy 8}}
  %7 = arith.andi %0, %6 {facts} : tensor<128xi1>
  return
}

// -----
func.func @shapes(%n: i32) {
  %i = tile.iota : tensor<32xi32>
  // expected-remark @below {{contiguity 32, constancy 1, divisor 1073741824}}
  %row = tile.reshape %i {facts} : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark @below {{contiguity 32, constancy 1, divisor 1073741824}}
  %rows = tile.broadcast %row {facts} : tensor<1x32xi32> -> tensor<4x32xi32>
  // expected-remark @below {{contiguity 32, constancy 1, divisor 1073741824}}
  %column = tile.reshape %i {facts} : tensor<32xi32> -> tensor<32x1xi32>
  %pitch = arith.constant dense<64> : tensor<32x1xi32>
  %rows0 = arith.constant dense<0> : tensor<4x32xi32>
  %scaled = arith.muli %column, %pitch : tensor<32x1xi32>
  // expected-remark @below {{contiguity 1, constancy 8, divisor 64}}
  %columns = tile.broadcast %scaled {facts} : tensor<32x1xi32> -> tensor<32x8xi32>
  // expected-remark @below {{contiguity 32, constancy 1, divisor 1073741824}}
  %split = tile.reshape %i {facts} : tensor<32xi32> -> tensor<8x4xi32>
  // Rows of a stretched tile begin anew.
  // expected-remark @below {{contiguity 32, constancy 1, divisor 1073741824}}
  %again = arith.addi %rows, %rows0 {facts} : tensor<4x32xi32>
  return
}

// -----
// Along the first dimension: a column-major index runs there.
func.func @first_dimension(%n: i32) {
  %a = tile.assume %n [#tile.divisible<16>] : i32
  %i = tile.iota : tensor<32xi32>
  %column = tile.reshape %i : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark @below {{contiguity 32, constancy 1, divisor 1073741824}}
  %columns = tile.broadcast %column {facts = 0} : tensor<32x1xi32> -> tensor<32x8xi32>
  %j = tile.iota : tensor<8xi32>
  %row = tile.reshape %j : tensor<8xi32> -> tensor<1x8xi32>
  // expected-remark @below {{contiguity 1, constancy 32, divisor 1}}
  %rows = tile.broadcast %row {facts = 0} : tensor<1x8xi32> -> tensor<32x8xi32>
  %pitch = tile.splat %a : tensor<32x8xi32>
  // expected-remark @below {{contiguity 1, constancy 32, divisor 16}}
  %starts = arith.muli %rows, %pitch {facts = 0} : tensor<32x8xi32>
  // expected-remark @below {{contiguity 32, constancy 1, divisor 16}}
  %index = arith.addi %starts, %columns {facts = 0} : tensor<32x8xi32>
  // expected-remark @below {{contiguity 1, constancy 1, divisor 1}}
  %last = arith.addi %starts, %columns {facts} : tensor<32x8xi32>
  // A transposed tile runs where its source ran.
  // expected-remark @below {{contiguity 32, constancy 1, divisor 16}}
  %turned = tile.permute %index [1, 0] {facts} : tensor<32x8xi32>
  %plain = tile.iota : tensor<32x8xi32>
  // expected-remark @below {{contiguity 8, constancy 1, divisor 8}}
  %side = tile.permute %plain [1, 0] {facts = 0} : tensor<32x8xi32>
  // expected-remark @below {{contiguity 32, constancy 1, divisor 16}}
  %deep = tile.reshape %index {facts = 1} : tensor<32x8xi32> -> tensor<1x32x8xi32>
  return
}

// -----
func.func @pointers(%p: !tile.ptr<f32>, %h: !tile.ptr<f16>, %n: i32, %m: tensor<128xi1>) {
  %i = tile.iota : tensor<128xi32>
  %s = tile.splat %p : tensor<128x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  // Nothing known of the alignment: one element.
  // expected-remark @below {{width 1}}
  %0 = tile.load %q : tensor<128x!tile.ptr<f32>>
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %as = tile.splat %a : tensor<128x!tile.ptr<f32>>
  %aq = tile.offset %as, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  // expected-remark @below {{width 4}}
  %1 = tile.load %aq : tensor<128x!tile.ptr<f32>>
  // An unknown mask may differ from element to element.
  // expected-remark @below {{width 1}}
  %2 = tile.load %aq mask %m : tensor<128x!tile.ptr<f32>>
  // A start that is a multiple of two elements.
  %two = arith.constant 2 : i32
  %n2 = arith.muli %n, %two : i32
  %ns = tile.splat %n2 : tensor<128xi32>
  %j = arith.addi %i, %ns : tensor<128xi32>
  %bq = tile.offset %as, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  // expected-remark @below {{width 2}}
  %3 = tile.load %bq : tensor<128x!tile.ptr<f32>>
  // Eight halves are 16 bytes.
  %ah = tile.assume %h [#tile.divisible<256>] : !tile.ptr<f16>
  %hs = tile.splat %ah : tensor<128x!tile.ptr<f16>>
  %hq = tile.offset %hs, %i : tensor<128x!tile.ptr<f16>>, tensor<128xi32>
  // expected-remark @below {{width 8}}
  %4 = tile.load %hq : tensor<128x!tile.ptr<f16>>
  return
}

// -----
func.func @loop(%p: !tile.ptr<f32>, %n: i32, %step: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<64xi32>
  %s = tile.splat %a : tensor<64x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %steps = tile.splat %c64 : tensor<64xi32>
  %unknown = tile.splat %step : tensor<64xi32>
  %r:2 = scf.for %k = %c0 to %n step %c64 iter_args(%x = %q, %y = %q) -> (tensor<64x!tile.ptr<f32>>, tensor<64x!tile.ptr<f32>>) : i32 {
    // expected-remark @below {{contiguity 1, constancy 1, divisor 64}}
    %t = arith.addi %k, %c0 {facts} : i32
    // A pointer that steps by 64 elements stays aligned; one that steps by who knows what does not.
    // expected-remark @below {{width 4}}
    %0 = tile.load %x : tensor<64x!tile.ptr<f32>>
    // expected-remark @below {{width 1}}
    %1 = tile.load %y : tensor<64x!tile.ptr<f32>>
    %x2 = tile.offset %x, %steps : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
    %y2 = tile.offset %y, %unknown : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
    scf.yield %x2, %y2 : tensor<64x!tile.ptr<f32>>, tensor<64x!tile.ptr<f32>>
  }
  return
}

// -----
// What holds at the start of every trip holds behind the loop; `while` loops carry values through their condition.
func.func @behind_loops(%p: !tile.ptr<f32>, %n: i32, %grid: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %k = tile.assume %n [#tile.divisible<32>] : i32
  // expected-remark @below {{contiguity 1, constancy 1, divisor 32}}
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%at = %k) -> (i32) : i32 {
    %next = arith.addi %at, %c64 : i32
    scf.yield %next : i32
  } {facts}
  %step = arith.muli %grid, %c64 : i32
  // expected-remark @below {{contiguity 1, constancy 1, divisor 32}}
  %last = scf.while (%at = %k) : (i32) -> i32 {
    // expected-remark @below {{contiguity 1, constancy 1, divisor 32}}
    %twice = arith.addi %at, %at {facts} : i32
    %more = arith.cmpi slt, %twice, %n : i32
    scf.condition(%more) %at : i32
  } do {
  ^bb0(%at: i32):
    %s = tile.splat %at : tensor<128xi32>
    %i = tile.iota : tensor<128xi32>
    // expected-remark @below {{contiguity 128, constancy 1, divisor 32}}
    %j = arith.addi %s, %i {facts} : tensor<128xi32>
    %next = arith.addi %at, %step : i32
    scf.yield %next : i32
  } attributes {facts}
  // Not a step by addition: nothing is known.
  // expected-remark @below {{contiguity 1, constancy 1, divisor 1}}
  %other = scf.while (%at = %k) : (i32) -> i32 {
    %more = arith.cmpi slt, %at, %n : i32
    scf.condition(%more) %at : i32
  } do {
  ^bb0(%at: i32):
    %next = arith.divsi %at, %c64 : i32
    scf.yield %next : i32
  } attributes {facts}
  return
}

// -----
!tensor = !tile.tensor_view<?x?xf32, strides = [?, 1]>
!view = !tile.partition_view<4x32, !tensor, padding = zero>
!column = !tile.tensor_view<?x?xf32, strides = [1, ?]>
!columns = !tile.partition_view<4x32, !column, padding = zero>
!steps = !tile.strided_view<4x32, steps = [4, 2], !tensor, padding = zero>
func.func @views(%p: !tile.ptr<f32>, %m: i32, %n: i32, %i: i32) {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %e = tile.assume %n [#tile.divisible<16>] : i32
  %tv = tile.make_tensor_view %a extents [%m, %e : i32, i32] strides [%e : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !view
  // expected-remark @below {{width 4}}
  %0 = tile.load_view %v[%i, %i : i32, i32] : !view
  // Rows of unknown length start anywhere.
  %tn = tile.make_tensor_view %a extents [%m, %e : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %vn = tile.make_view %tn : !view
  // expected-remark @below {{width 1}}
  %1 = tile.load_view %vn[%i, %i : i32, i32] : !view
  // An extent of unknown divisor cuts anywhere, unless the access promises to stay inside.
  %tm = tile.make_tensor_view %a extents [%m, %n : i32, i32] strides [%e : i32] : !tile.ptr<f32> -> !tensor
  %vm = tile.make_view %tm : !view
  // expected-remark @below {{width 1}}
  %2 = tile.load_view %vm[%i, %i : i32, i32] : !view
  // expected-remark @below {{width 4}}
  %3 = tile.load_view %vm[%i, %i : i32, i32] in_bounds : !view
  // Columns are neighbours along the first dimension, if both extents allow.
  %tc = tile.make_tensor_view %a extents [%e, %m : i32, i32] strides [%e : i32] : !tile.ptr<f32> -> !column
  %vc = tile.make_view %tc : !columns
  // expected-remark @below {{width 4}}
  %4 = tile.load_view %vc[%i, %i : i32, i32] : !columns
  %tg = tile.make_tensor_view %a extents [%m, %e : i32, i32] strides [%e : i32] : !tile.ptr<f32> -> !column
  %vg = tile.make_view %tg : !columns
  // expected-remark @below {{width 1}}
  %6 = tile.load_view %vg[%i, %i : i32, i32] : !columns
  // Tiles that start at multiples of two elements.
  %vs = tile.make_view %tv : !steps
  // expected-remark @below {{width 2}}
  %5 = tile.load_view %vs[%i, %i : i32, i32] : !steps
  return
}
