// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose work is not divided, and why; remarks of those that are.
// RUN: tile-opt %s --tile-split-over-ctas=remarks --split-input-file --verify-diagnostics | FileCheck %s

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
  // expected-remark @+1 {{because of a product}}
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
