// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-specialize-arguments=wide-atomics=true | FileCheck %s
// RUN: tile-opt %s --tile-specialize-arguments | FileCheck %s --check-prefix=NARROW
// Where targets add several floats at once, sums by atomics gain from alignment.

// CHECK-LABEL: func.func @sum$v0
// CHECK-SAME: <kind = multiple_of, argument = 0, value = 16>
// CHECK: func.func @sum(
// NARROW-NOT: @sum$v0
func.func @sum(%p: !tile.ptr<f32>, %x: f32) attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>>
  %q = tile.offset %ps, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %v = tile.splat %x : tensor<256xf32>
  tile.atomic_rmw add relaxed device %q, %v : tensor<256x!tile.ptr<f32>>
  return
}

// Maxima, and sums that acquire, go one by one.
// CHECK-NOT: @other$v0
func.func @other(%p: !tile.ptr<i32>, %r: !tile.ptr<f32>, %x: i32, %y: f32) attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  %ps = tile.splat %p : tensor<256x!tile.ptr<i32>>
  %q = tile.offset %ps, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %v = tile.splat %x : tensor<256xi32>
  tile.atomic_rmw max_signed relaxed device %q, %v : tensor<256x!tile.ptr<i32>>
  %rs = tile.splat %r : tensor<256x!tile.ptr<f32>>
  %s = tile.offset %rs, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %w = tile.splat %y : tensor<256xf32>
  tile.atomic_rmw add acquire device %s, %w : tensor<256x!tile.ptr<f32>>
  return
}
