// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels get variants for the facts that widen their accesses or make masks superfluous, for no others, and for the
// smallest divisors that do.
// RUN: tile-opt %s --tile-specialize-arguments=remarks --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: tile-opt %s --tile-specialize-arguments=max-variants=1 --split-input-file | FileCheck %s --check-prefix=NONE
// NONE-NOT: tile.variant
// RUN: tile-opt %s --tile-specialize-arguments=max-variants=2 --split-input-file | FileCheck %s --check-prefix=TWO

// Without a ragged end nothing need be divisible. With one the extent; a scalar that no address depends on is not asked
// about.
// REMARK: remark: variant 0 needs p, q aligned to 16 bytes, n at least 256 * grid x; without them 2 of 2 loads and stores move 4 instead of 16 bytes a lane, 2 of 2 are masked
// REMARK: remark: variant 1 needs p, q aligned to 16 bytes, n divisible by 4; without them 2 of 2 loads and stores move 4 instead of 16 bytes a lane{{$}}
// With room for one variant, the one for ragged sizes is made.
// TWO-LABEL: func.func @copy$v0(
// TWO-SAME: <kind = multiple_of, argument = 2, value = 4>]>
// TWO-NOT: in_bounds
// TWO-LABEL: func.func @copy(
// CHECK-LABEL: func.func @copy$v0(
// CHECK-SAME: tile.kernel, tile.variant = #tile.variant<@copy, 0, [<kind = multiple_of, argument = 0, value = 16>, <kind = multiple_of, argument = 1, value = 16>, <kind = at_least, argument = 2, grid = x, step = 256, value = 0>]>
// CHECK: %[[P:.*]] = tile.assume %arg0[#tile.divisible<16>] : !tile.ptr<f32>
// CHECK: %[[Q:.*]] = tile.assume %arg1[#tile.divisible<16>] : !tile.ptr<f32>
// CHECK-NOT: tile.assume
// CHECK: tile.make_tensor_view %[[P]] extents[%arg2 : i32]
// CHECK: tile.load_view {{.*}} in_bounds
// CHECK: tile.store_view {{.*}} in_bounds
// CHECK-LABEL: func.func @copy$v1(
// CHECK-SAME: tile.kernel, tile.variant = #tile.variant<@copy, 1, [<kind = multiple_of, argument = 0, value = 16>, <kind = multiple_of, argument = 1, value = 16>, <kind = multiple_of, argument = 2, value = 4>]>
// CHECK: %[[P:.*]] = tile.assume %arg0[#tile.divisible<16>] : !tile.ptr<f32>
// CHECK: %[[Q:.*]] = tile.assume %arg1[#tile.divisible<16>] : !tile.ptr<f32>
// CHECK: %[[N:.*]] = tile.assume %arg2[#tile.divisible<4>] : i32
// CHECK-NOT: tile.assume
// CHECK: tile.make_tensor_view %[[P]] extents[%[[N]] : i32]
// CHECK-NOT: in_bounds
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: tile.variant = #tile.variant<@copy, 2>
// CHECK-NOT: tile.assume
// CHECK: tile.make_tensor_view %arg0 extents[%arg2 : i32]
func.func @copy(%p: !tile.ptr<f32> {tile.parameter = "p"}, %q: !tile.ptr<f32> {tile.parameter = "q"}, %n: i32 {tile.parameter = "n"}, %other: i32)
    attributes {tile.kernel} {
  %i = tile.block_id x
  %0 = tile.make_tensor_view %p extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %1 = tile.make_view %0 : !tile.partition_view<256, <?xf32, strides = [1]>, padding = zero>
  %2 = tile.load_view %1[%i : i32] : !tile.partition_view<256, <?xf32, strides = [1]>, padding = zero>
  %3 = tile.make_tensor_view %q extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %4 = tile.make_view %3 : !tile.partition_view<256, <?xf32, strides = [1]>>
  tile.store_view %4[%i : i32], %2 : !tile.partition_view<256, <?xf32, strides = [1]>>
  %5 = tile.iota : tensor<4xi32>
  %6 = tile.splat %other : tensor<4xi32>
  %7 = arith.addi %5, %6 : tensor<4xi32>
  return
}

// -----

// Where alignment alone gains something, a variant asks for no more.
// CHECK-LABEL: func.func @two$v0(
// CHECK-SAME: #tile.variant<@two, 0, [<kind = multiple_of, argument = 0, value = 16>, <kind = multiple_of, argument = 1, value = 16>, <kind = multiple_of, argument = 2, value = 8>]>
// CHECK-LABEL: func.func @two$v1(
// CHECK-SAME: #tile.variant<@two, 1, [<kind = multiple_of, argument = 0, value = 16>]>
// CHECK-LABEL: func.func @two(
// CHECK-SAME: #tile.variant<@two, 2>
// TWO-LABEL: func.func @two$v0(
// TWO-NOT: func.func @two$v1(
// TWO-LABEL: func.func @two(
func.func @two(%p: !tile.ptr<f16>, %q: !tile.ptr<f16>, %n: i32) attributes {tile.kernel} {
  %i = tile.block_id x
  %0 = tile.iota : tensor<256xi32>
  %1 = tile.splat %p : tensor<256x!tile.ptr<f16>>
  %2 = tile.offset %1, %0 : tensor<256x!tile.ptr<f16>>, tensor<256xi32>
  %3 = tile.load %2 : tensor<256x!tile.ptr<f16>>
  %4 = tile.splat %q : tensor<256x!tile.ptr<f16>>
  %5 = tile.offset %4, %0 : tensor<256x!tile.ptr<f16>>, tensor<256xi32>
  %6 = tile.splat %n : tensor<256xi32>
  %b = tile.load %p : !tile.ptr<f16>
  %c = tile.ftoi %b : f16 -> i32
  %d = tile.splat %c : tensor<256xi32>
  %e = arith.muli %d, %6 : tensor<256xi32>
  %7 = arith.cmpi slt, %0, %e : tensor<256xi32>
  tile.store %5, %3 mask %7 : tensor<256x!tile.ptr<f16>>
  return
}

// -----

// Strided, gathered and scalar accesses gain nothing; nor does a tile with one element for each lane; nor a kernel
// whose source has said it all.
// CHECK-LABEL: func.func @strided(
// CHECK-NOT: tile.variant
// CHECK-LABEL: func.func @narrow(
// CHECK-NOT: tile.variant
// CHECK-LABEL: func.func @promised(
// CHECK-NOT: tile.variant
func.func @strided(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %0 = tile.iota : tensor<256xi32>
  %1 = arith.addi %0, %0 : tensor<256xi32>
  %2 = tile.splat %p : tensor<256x!tile.ptr<f32>>
  %3 = tile.offset %2, %1 : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %4 = tile.load %3 : tensor<256x!tile.ptr<f32>>
  tile.store %3, %4 : tensor<256x!tile.ptr<f32>>
  %5 = tile.load %p : !tile.ptr<f32>
  tile.store %p, %5 : !tile.ptr<f32>
  return
}
func.func @narrow(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %0 = tile.iota : tensor<32xi32>
  %1 = tile.splat %p : tensor<32x!tile.ptr<f32>>
  %2 = tile.offset %1, %0 : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  %3 = tile.load %2 : tensor<32x!tile.ptr<f32>>
  tile.store %2, %3 : tensor<32x!tile.ptr<f32>>
  return
}
func.func @promised(%unaligned: !tile.ptr<f32>) attributes {tile.kernel} {
  %p = tile.assume %unaligned[#tile.divisible<16>] : !tile.ptr<f32>
  %0 = tile.iota : tensor<256xi32>
  %1 = tile.splat %p : tensor<256x!tile.ptr<f32>>
  %2 = tile.offset %1, %0 : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %3 = tile.load %2 : tensor<256x!tile.ptr<f32>>
  tile.store %2, %3 : tensor<256x!tile.ptr<f32>>
  return
}
