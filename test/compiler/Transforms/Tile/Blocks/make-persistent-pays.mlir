// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each reason for which it does not pay that CTAs stay: one line of a kernel that is persistent is changed.
// RUN: tile-opt %s --tile-make-persistent=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=PAYS
// PAYS: remark: persistent: CTAs stay and loop over tile blocks

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-make-persistent=remarks -o /dev/null 2>&1 | FileCheck %s

// REDEFINE: %{change} = -e 's/= tile.load_view .*/= arith.constant dense<0.0> : tensor<16x16xf16>/'
// RUN: %{run} --check-prefix=CONSTANT
// CONSTANT: remark: not persistent: it has no MMA of tiles that a loop loads

// RUN: tile-opt %s --tile-make-persistent="remarks shared-bytes=4096" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROOM
// ROOM: remark: not persistent: an MMA multiplies what another one gave, and shared memory has no room for a block's results beside the next block's operands

// REDEFINE: %{change} = -e 's,// if two: ,,'
// RUN: %{run} --check-prefix=TWO
// TWO: remark: not persistent: two MMAs multiply what others gave, and lanes need all registers for their accumulators

// REDEFINE: %{change} = -e 's/<128x/<64x/g'
// RUN: %{run} --check-prefix=FEW
// FEW: remark: not persistent: an MMA multiplies what another one gave, and so few rows leave room for blocks beside each other

!tensor = !tile.tensor_view<?x?xf16, strides = [?, 1]>
!keys = !tile.partition_view<16x16, !tensor, padding = zero>
!to = !tile.partition_view<128x16, !tensor>
func.func @attention(%p: !tile.ptr<f16>, %o: !tile.ptr<f16>, %n: i32) attributes {tile.kernel} {
  %x = tile.block_id x
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ld = arith.extui %n : i32 to i64
  %t = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !keys
  %q = arith.constant dense<1.0> : tensor<128x16xf16>
  %start = arith.constant dense<0.0> : tensor<128x16xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<128x16xf32>) : i32 {
    %a = tile.load_view %v[%k, %zero : i32, i32] : !keys
    %scores = tile.mma %q, %a, %start : tensor<128x16xf16>, tensor<16x16xf16>, tensor<128x16xf32>
    %weights = tile.ftof %scores : tensor<128x16xf32> -> tensor<128x16xf16>
    %b = tile.load_view %v[%k, %one : i32, i32] : !keys
    %r = tile.mma %weights, %b, %s : tensor<128x16xf16>, tensor<16x16xf16>, tensor<128x16xf32>
    // if two: %other = tile.mma %weights, %a, %start : tensor<128x16xf16>, tensor<16x16xf16>, tensor<128x16xf32>
    scf.yield %r : tensor<128x16xf32>
  }
  %h = tile.ftof %sum : tensor<128x16xf32> -> tensor<128x16xf16>
  %ot = tile.make_tensor_view %o extents [%n, %n : i32, i32] strides [%ld : i64] : !tile.ptr<f16> -> !tensor
  %ov = tile.make_view %ot : !to
  tile.store_view %ov[%x, %zero : i32, i32], %h : !to
  return
}
