// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics

#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]>
func.func @shapes(%a: tensor<16x16xf16, #a>, %c: tensor<16x8xf32, #c>) {
  // expected-error @below {{expected b of shape 16x8, got 'tensor<16x16xf16, #}}
  %r = tile_gpu.mma mma_sync %a, %a, %c : tensor<16x16xf16, #a>, tensor<16x16xf16, #a>, tensor<16x8xf32, #c>
  return
}

// -----
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
func.func @rank(%x: tensor<32xf16, #one>) {
  // expected-error @below {{expected an accumulator of rank 2 or 3, got rank 1}}
  %r = tile_gpu.mma mma_sync %x, %x, %x : tensor<32xf16, #one>, tensor<32xf16, #one>, tensor<32xf16, #one>
  return
}

// -----
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]>
func.func @elements(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xbf16, #b>, %c: tensor<16x8xf32, #c>) {
  // expected-error @below {{expected operands of one element type, got 'f16' and 'bf16'}}
  %r = tile_gpu.mma mma_sync %a, %b, %c : tensor<16x16xf16, #a>, tensor<16x8xbf16, #b>, tensor<16x8xf32, #c>
  return
}

// -----
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]>
func.func @no_instruction(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #c>) {
  // expected-error @below {{has no product of 'f16' with sums in 'f32' by fma}}
  %r = tile_gpu.mma fma %a, %b, %c : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #c>
  return
}

// -----
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]>
func.func @sign(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #c>) {
  // expected-error @below {{expected i8 operands with a sign, got 'f16'}}
  %r = tile_gpu.mma mma_sync %a, %b, %c unsigned_a : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #c>
  return
}

// -----
// Rows over lanes are no fragment.
#c = #tile_gpu.layout<register = [[0, 4], [8, 0]], lane = [[0, 2], [0, 1], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]>
func.func @no_fragment(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #c>) {
  // expected-error @below {{expected fragments of the instruction in the accumulator, got}}
  %r = tile_gpu.mma mma_sync %a, %b, %c : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #c>
  return
}

// -----
// Warps along N have to have the same rows of A.
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 8]]>
func.func @no_operand(%a: tensor<16x16xf16, #a>, %b: tensor<16x16xf16, #b>, %c: tensor<16x16xf32, #c>) {
  // expected-error @below {{expected an operand of type 'tensor<16x16xf16, #}}
  %r = tile_gpu.mma mma_sync %a, %b, %c : tensor<16x16xf16, #a>, tensor<16x16xf16, #b>, tensor<16x16xf32, #c>
  return
}
