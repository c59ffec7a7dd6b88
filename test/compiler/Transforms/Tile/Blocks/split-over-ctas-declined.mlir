// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose work is not divided, and why; remarks of those that are.
// RUN: tile-opt %s --tile-split-over-ctas=remarks --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --tile-split-over-ctas="remarks max-variants=1" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: remark: num_cta_in_cga = 4 has no effect: the work of a tile block is not divided, because of variants are off

#hints = #tile.hints<arch = 900, num_cta_in_cga = 4>

// CHECK-LABEL: func.func @scan(
// CHECK-NOT: tile.num_ctas =
// CHECK: return
func.func @scan(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#hints]} {
  %i = tile.iota : tensor<64xi32>
  // expected-remark @+1 {{num_cta_in_cga = 4 has no effect: the work of a tile block is not divided, because of a scan along it}}
  %s = tile.scan %i axis = 0 : (tensor<64xi32>) -> tensor<64xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.addi %a, %b : i32
    tile.yield %r : i32
  }
  %all = tile.splat %p : tensor<64x!tile.ptr<i32>>
  %places = tile.offset %all, %i : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  tile.store %places, %s : tensor<64x!tile.ptr<i32>>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 16>
func.func @few(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#hints]} {
  %i = tile.iota : tensor<8xi32>
  // expected-remark @+1 {{because of an extent of 8}}
  %all = tile.splat %p : tensor<8x!tile.ptr<i32>>
  %places = tile.offset %all, %i : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  tile.store %places, %i : tensor<8x!tile.ptr<i32>>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
// expected-remark @+1 {{because of no tile of more than one element}}
func.func @scalars(%p: !tile.ptr<i32>, %i: i32) attributes {tile.kernel, tile.hints = [#hints]} {
  tile.store %p, %i : !tile.ptr<i32>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
func.func @product(%a: tensor<64x64xf16>, %c: tensor<64x64xf32>) attributes {tile.hints = [#hints]} {
  return
}
func.func @local(%i: i32) attributes {tile.kernel, tile.hints = [#hints]} {
  // expected-remark @+1 {{because of an object in the block's own memory}}
  %p = tile.alloca 4 bytes align 4 : !tile.ptr<i32>
  tile.store %p, %i : !tile.ptr<i32>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
func.func @product(%p: !tile.ptr<f32>) attributes {tile.kernel, tile.hints = [#hints]} {
  %a = arith.constant dense<1.0> : tensor<16x16xf16>
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  // expected-remark @+1 {{because of an MMA; CTAs with blocks of their own load for each other only where they stay and a producer warp brings what warpgroups multiply (wgmma)}}
  %d = tile.mma %a, %a, %c : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
  %all = tile.splat %p : tensor<16x16x!tile.ptr<f32>>
  tile.store %all, %d : tensor<16x16x!tile.ptr<f32>>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
// expected-remark @+1 {{num_cta_in_cga = 2: each CTA of a cluster has 32 of 64 elements along dimension 0; 1 reduction goes through distributed shared memory}}
func.func @sum(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#hints]} {
  %i = tile.iota : tensor<64xi32>
  %s = tile.reduce %i axis = 0 : (tensor<64xi32>) -> tensor<1xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.addi %a, %b : i32
    tile.yield %r : i32
  }
  %sum = tile.to_scalar %s : tensor<1xi32>
  tile.store %p, %sum : !tile.ptr<i32>
  return
}

// -----

// What keeps a dimension of a tile from being divided.
#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
func.func @transposed(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#hints]} {
  // expected-remark @+1 {{because of two dimensions of one tile that are divided alike}}
  %q = tile.splat %p : tensor<64x64x!tile.ptr<i32>>
  %x = tile.load %q : tensor<64x64x!tile.ptr<i32>>
  %y = tile.permute %x [1, 0] : tensor<64x64xi32>
  %z = arith.addi %x, %y : tensor<64x64xi32>
  tile.store %q, %z : tensor<64x64x!tile.ptr<i32>>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
func.func @joined(%p: !tile.ptr<i32>, %i: i32) attributes {tile.kernel, tile.hints = [#hints]} {
  %x = tile.splat %i : tensor<64xi32>
  // expected-remark @+1 {{because of tiles that are joined along it}}
  %y = tile.cat %x, %x axis = 0 : tensor<64xi32>
  %all = tile.splat %p : tensor<128x!tile.ptr<i32>>
  tile.store %all, %y : tensor<128x!tile.ptr<i32>>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
func.func @part(%p: !tile.ptr<i32>, %i: i32) attributes {tile.kernel, tile.hints = [#hints]} {
  %x = tile.splat %i : tensor<64xi32>
  // expected-remark @+1 {{because of a sub-tile that has a part of it}}
  %y = tile.extract %x[%i : i32] : tensor<64xi32> -> tensor<16xi32>
  %all = tile.splat %p : tensor<16x!tile.ptr<i32>>
  tile.store %all, %y : tensor<16x!tile.ptr<i32>>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
func.func @table(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.hints = [#hints]} {
  // expected-remark @+1 {{because of a constant of different elements}}
  %x = arith.constant dense<[1, 2, 3, 5]> : tensor<4xi32>
  %all = tile.splat %p : tensor<4x!tile.ptr<i32>>
  tile.store %all, %x : tensor<4x!tile.ptr<i32>>
  return
}

// -----

// Of 4x16 elements neither dimension can be divided among 8: one is too short, the other is cut.
#hints = #tile.hints<arch = 900, num_cta_in_cga = 8>
func.func @reshaped(%p: !tile.ptr<i32>, %i: i32) attributes {tile.kernel, tile.hints = [#hints]} {
  %x = tile.splat %i : tensor<4x16xi32>
  // expected-remark @+1 {{because of a change of shape through it}}
  %y = tile.reshape %x : tensor<4x16xi32> -> tensor<8x8xi32>
  %all = tile.splat %p : tensor<8x8x!tile.ptr<i32>>
  tile.store %all, %y : tensor<8x8x!tile.ptr<i32>>
  %a = tile.reduce %x axis = 0 : (tensor<4x16xi32>) -> tensor<1x16xi32> {
  ^bb0(%u: i32, %v: i32):
    %r = arith.addi %u, %v : i32
    tile.yield %r : i32
  }
  %b = arith.muli %a, %a : tensor<1x16xi32>
  %c = arith.muli %b, %b : tensor<1x16xi32>
  %d = arith.muli %c, %c : tensor<1x16xi32>
  %e = arith.muli %d, %d : tensor<1x16xi32>
  %f = arith.muli %e, %e : tensor<1x16xi32>
  %g = arith.muli %f, %f : tensor<1x16xi32>
  %h = arith.muli %g, %g : tensor<1x16xi32>
  %row = tile.splat %p : tensor<1x16x!tile.ptr<i32>>
  tile.store %row, %h : tensor<1x16x!tile.ptr<i32>>
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
!view = !tile.partition_view<64, <?xi32, strides = [1]>>
func.func @chosen(%p: !tile.ptr<i32>, %n: i32, %first: i1) attributes {tile.kernel, tile.hints = [#hints]} {
  %c0 = arith.constant 0 : i32
  %s = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<i32> -> !tile.tensor_view<?xi32, strides = [1]>
  %a = tile.make_view %s : !view
  %q = tile.offset %p, %n : !tile.ptr<i32>, i32
  %t = tile.make_tensor_view %q extents [%n : i32] : !tile.ptr<i32> -> !tile.tensor_view<?xi32, strides = [1]>
  %b = tile.make_view %t : !view
  %v = arith.select %first, %a, %b : !view
  %x = tile.splat %n : tensor<64xi32>
  // expected-remark @+1 {{because of a view that is chosen at run time}}
  tile.store_view %v[%c0 : i32], %x : !view
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 2>
!view = !tile.strided_view<16, steps = [4], <?xi32, strides = [1]>>
func.func @steps(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.hints = [#hints]} {
  %c0 = arith.constant 0 : i32
  %s = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<i32> -> !tile.tensor_view<?xi32, strides = [1]>
  %v = tile.make_view %s : !view
  %x = tile.splat %n : tensor<16xi32>
  // expected-remark @+1 {{because of steps of a view that parts of it do not fit}}
  tile.store_view %v[%c0 : i32], %x : !view
  return
}

// -----

#hints = #tile.hints<arch = 900, num_cta_in_cga = 4>
func.func @numbers(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.hints = [#hints]} {
  // expected-remark @+1 {{because of numbers that run through it}}
  %i = tile.iota : tensor<2x64xi32>
  %all = tile.splat %p : tensor<2x64x!tile.ptr<i32>>
  %places = tile.offset %all, %i : tensor<2x64x!tile.ptr<i32>>, tensor<2x64xi32>
  tile.store %places, %i : tensor<2x64x!tile.ptr<i32>>
  return
}
