// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --drop-equal-variants --split-input-file | FileCheck %s
// RUN: tile-opt %s --drop-equal-variants=remarks --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// A variant whose facts gained nothing costs compile time, size and a choice at every launch.

// REMARK: variant 0 is left out: without what it needs the code is the same
// CHECK-NOT:   llvm.func @equal_v0
// CHECK:       llvm.func @equal(
llvm.func @equal_v0(%p: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tile.variant = #tile.variant<@equal, 0, [<kind = multiple_of, argument = 0, value = 16>]>} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.add %0, %two : i32
  %2 = llvm.mul %1, %one : i32
  llvm.store %2, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func @equal(%p: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tile.variant = #tile.variant<@equal, 1>} {
  %two = llvm.mlir.constant(2 : i32) : i32
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.add %0, %two : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %2 = llvm.mul %1, %one : i32
  llvm.store %2, %p : i32, !llvm.ptr
  llvm.return
}

// -----

// Other code, or another block: both stay.
// CHECK-LABEL: llvm.func @other_v0
// CHECK-LABEL: llvm.func @other_v1
// CHECK-LABEL: llvm.func @other(
llvm.func @other_v0(%p: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tile.variant = #tile.variant<@other, 0, [<kind = multiple_of, argument = 0, value = 32>]>} {
  %0 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func @other_v1(%p: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, tile.variant = #tile.variant<@other, 1, [<kind = multiple_of, argument = 0, value = 16>]>} {
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func @other(%p: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tile.variant = #tile.variant<@other, 2>} {
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}

// -----

// A form without masks that came out as the one with them: one stays, the first by name, and needs no more than the other.
// REMARK: variant 0 now needs no more than variant 1, which is left out: without the rest the code is the same
// CHECK-LABEL: llvm.func @masked_v0
// CHECK-SAME:  #tile.variant<@masked, 0, [<kind = multiple_of, argument = 0, value = 16>, <kind = multiple_of, argument = 1, value = 8>]>
// CHECK-NOT:   llvm.func @masked_v1
// CHECK:       llvm.func @masked(
llvm.func @masked_v0(%p: !llvm.ptr, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tile.variant = #tile.variant<@masked, 0, [<kind = multiple_of, argument = 0, value = 16>, <kind = multiple_of, argument = 1, value = 64>, <kind = at_least, argument = 1, grid = x, step = 64, value = 0>]>} {
  %0 = llvm.load %p {alignment = 16 : i64} : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func @masked_v1(%p: !llvm.ptr, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tile.variant = #tile.variant<@masked, 1, [<kind = multiple_of, argument = 0, value = 16>, <kind = multiple_of, argument = 1, value = 8>]>} {
  %0 = llvm.load %p {alignment = 16 : i64} : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func @masked(%p: !llvm.ptr, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tile.variant = #tile.variant<@masked, 2>} {
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}

// -----

// The same code, but neither needs what the other one does: both stay.
// CHECK-LABEL: llvm.func @apart_v0
// CHECK-LABEL: llvm.func @apart_v1
// CHECK-LABEL: llvm.func @apart(
llvm.func @apart_v0(%p: !llvm.ptr, %n: i32) attributes {nvvm.kernel, tile.variant = #tile.variant<@apart, 0, [<kind = multiple_of, argument = 1, value = 4>, <kind = at_least, argument = 1, value = 64>]>} {
  %0 = llvm.load %p {alignment = 16 : i64} : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func @apart_v1(%p: !llvm.ptr, %n: i32) attributes {nvvm.kernel, tile.variant = #tile.variant<@apart, 1, [<kind = multiple_of, argument = 1, value = 8>]>} {
  %0 = llvm.load %p {alignment = 16 : i64} : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func @apart(%p: !llvm.ptr, %n: i32) attributes {nvvm.kernel, tile.variant = #tile.variant<@apart, 2>} {
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.return
}

// -----

// All three are one: the kernel itself.
// CHECK-NOT:   llvm.func @all_v
// CHECK:       llvm.func @all(
llvm.func @all_v0(%p: !llvm.ptr) attributes {nvvm.kernel, tile.variant = #tile.variant<@all, 0, [<kind = multiple_of, argument = 0, value = 32>]>} {
  llvm.return
}
llvm.func @all_v1(%p: !llvm.ptr) attributes {nvvm.kernel, tile.variant = #tile.variant<@all, 1, [<kind = multiple_of, argument = 0, value = 16>]>} {
  llvm.return
}
llvm.func @all(%p: !llvm.ptr) attributes {nvvm.kernel, tile.variant = #tile.variant<@all, 2>} {
  llvm.return
}
