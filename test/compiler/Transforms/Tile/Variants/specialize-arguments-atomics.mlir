// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-specialize-arguments=wide-atomics=true | FileCheck %s
// RUN: tile-opt %s --tile-specialize-arguments | FileCheck %s --check-prefix=NARROW
// RUN: tile-opt %s --tile-specialize-arguments="wide-atomics=true tensor-maps=true bulk-reductions=true" | FileCheck %s --check-prefixes=CHECK,BULK
// RUN: tile-opt %s --tile-specialize-arguments="wide-atomics=true tensor-maps=true remarks=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
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

// Through views integers go by tensor map: where all reductions that can do, and in loops of MMAs.
// BULK-LABEL: func.func @count$v0
// BULK-SAME: <kind = multiple_of, argument = 0, value = 16>
// BULK-LABEL: func.func @doubles$v0
// BULK-NOT: argument = 0
// BULK: return
// NARROW-NOT: @count$v0{{.*}}multiple_of
!numbers = !tile.tensor_view<?x64xi32, strides = [64, 1]>
!parts = !tile.partition_view<32x64, !numbers>
func.func @count(%p: !tile.ptr<i32>, %n: i32, %x: i32) attributes {tile.kernel} {
  %b = tile.block_id x
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<i32> -> !numbers
  %v = tile.make_view %t : !parts
  %s = tile.splat %x : tensor<32x64xi32>
  tile.atomic_reduce_view max_signed relaxed device %v[%c0, %c0 : i32, i32], %s : !parts
  return
}

func.func @doubles(%p: !tile.ptr<f64>, %n: i32, %x: f64) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f64> -> !tile.tensor_view<?x64xf64, strides = [64, 1]>
  %v = tile.make_view %t : !tile.partition_view<32x64, <?x64xf64, strides = [64, 1]>>
  %s = tile.splat %x : tensor<32x64xf64>
  tile.atomic_reduce_view add relaxed device %v[%c0, %c0 : i32, i32], %s : !tile.partition_view<32x64, <?x64xf64, strides = [64, 1]>>
  return
}

// An update is an access, and may be masked as one.
// REMARK: remark: variant 0 needs in aligned to 16 bytes, n at least 32; without them 1 of 2 accesses move 4 instead of 16 bytes a lane, 2 of 2 are masked
// REMARK: remark: variant 1 needs in aligned to 16 bytes; without them 1 of 2 accesses move 4 instead of 16 bytes a lane{{$}}
func.func @masked(%p: !tile.ptr<i32> {tile.parameter = "out"}, %q: !tile.ptr<i32> {tile.parameter = "in"}, %n: i32 {tile.parameter = "n"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<i32> -> !numbers
  %v = tile.make_view %t : !parts
  %r = tile.make_tensor_view %q extents [%n : i32] : !tile.ptr<i32> -> !numbers
  %w = tile.make_view %r : !parts
  %x = tile.load_view %w[%c0, %c0 : i32, i32] : !parts
  tile.atomic_reduce_view add relaxed device %v[%c0, %c0 : i32, i32], %x : !parts
  return
}

// In the loop of an MMA, and behind it.
// REMARK: remark: variant 0 needs c, a aligned to 16 bytes{{.*}} of 3 accesses move
func.func @product(%p: !tile.ptr<i32> {tile.parameter = "c"}, %d: !tile.ptr<i32> {tile.parameter = "d"}, %q: !tile.ptr<i8> {tile.parameter = "a"}, %n: i32 {tile.parameter = "n"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<i32> -> !tile.tensor_view<?x64xi32, strides = [64, 1]>
  %v = tile.make_view %t : !tile.partition_view<64x64, <?x64xi32, strides = [64, 1]>>
  %u = tile.make_tensor_view %d extents [%n : i32] : !tile.ptr<i32> -> !tile.tensor_view<?x64xi32, strides = [64, 1]>
  %o = tile.make_view %u : !tile.partition_view<64x64, <?x64xi32, strides = [64, 1]>>
  %r = tile.make_tensor_view %q extents [%n : i32] : !tile.ptr<i8> -> !tile.tensor_view<?x64xi8, strides = [64, 1]>
  %w = tile.make_view %r : !tile.partition_view<64x64, <?x64xi8, strides = [64, 1]>>
  %z = arith.constant dense<0> : tensor<64x64xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile.load_view %w[%i, %c0 : i32, i32] : !tile.partition_view<64x64, <?x64xi8, strides = [64, 1]>>
    %s = tile.mma %x, %x, %z : tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xi32>
    tile.atomic_reduce_view add relaxed device %v[%c0, %c0 : i32, i32], %s : !tile.partition_view<64x64, <?x64xi32, strides = [64, 1]>>
  }
  tile.atomic_reduce_view add relaxed device %o[%c0, %c0 : i32, i32], %z : !tile.partition_view<64x64, <?x64xi32, strides = [64, 1]>>
  return
}
