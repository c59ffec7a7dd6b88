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
  // expected-error @below {{has no MMA of 'f16' with accumulators in 'f32' by fma}}
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

// -----
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]>
func.func @no_choice(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #c>) {
  // expected-error @below {{expected in_registers of wgmma only: others have no choice}}
  %r = tile_gpu.mma mma_sync %a in_registers, %b, %c : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #c>
  return
}

// -----
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!ring = !tile_gpu.buffer<16x16xf16, #b, stages = 2, align = 256>
!sum = tensor<64x16xf32, #sum>
func.func @f(%a: !a, %b: !ring, %i: i32) {
  %s = tile_gpu.buffer_stage %b[%i] : !ring
  // expected-error @below {{expected one stage of a buffer, got 2 stages}}
  %r = tile_gpu.warpgroup_mma %a, %b : !a, !ring -> !sum
  return
}

// -----
// Rows that no swizzle spreads over the banks.
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!sum = tensor<64x16xf32, #sum>
func.func @f(%a: !a, %b: !tile_gpu.buffer<16x16xf16, #plain, align = 256>) {
  // expected-error @below {{expected a stage that wgmma can read as it lies, got}}
  %r = tile_gpu.warpgroup_mma %a, %b : !a, !tile_gpu.buffer<16x16xf16, #plain, align = 256> -> !sum
  return
}

// -----
// The pattern of the swizzle begins at multiples of 256 bytes.
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!sum = tensor<64x16xf32, #sum>
func.func @f(%a: !a, %b: !tile_gpu.buffer<16x16xf16, #b, align = 128>) {
  // expected-error @below {{expected a stage that wgmma can read as it lies, got}}
  %r = tile_gpu.warpgroup_mma %a, %b : !a, !tile_gpu.buffer<16x16xf16, #b, align = 128> -> !sum
  return
}

// -----
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!sum = tensor<64x16xf32, #sum>
func.func @f(%a: !a, %b: !b) {
  // expected-error @below {{expected a k_range of multiples of 16 up to 16}}
  %r = tile_gpu.warpgroup_mma %a, %b k_range [0, 8] : !a, !b -> !sum
  return
}

// -----
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!sum = tensor<64x16xf32, #sum>
func.func @f(%a: !a, %b: !b, %c: tensor<64x16xf16, #sum>) {
  // expected-error @below {{expected an accumulator of type}}
  %r = tile_gpu.warpgroup_mma %a, %b plus %c : tensor<64x16xf16, #sum> : !a, !b -> !sum
  return
}

// -----
// What is in flight is nobody's to read.
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!sum = tensor<64x16xf32, #sum>
func.func @f(%a: !a, %b: !b) {
  // expected-error @below {{is in flight: expected a warpgroup_wait before it is used by arith.addf}}
  %r = tile_gpu.warpgroup_mma %a, %b : !a, !b -> !sum
  // expected-note @below {{the use}}
  %x = arith.addf %r, %r : !sum
  return
}

// -----
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#one = #tile_gpu.layout<register = [[0, 8]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!sum = tensor<64x16xf32, #sum>
func.func @f(%x: tensor<64x16xf64, #sum>, %y: tensor<16x16xf64, #one>, %c: tensor<64x16xf64, #sum>) {
  // expected-error @below {{has no MMA of 'f64' with accumulators in 'f64' by wgmma}}
  %r = tile_gpu.mma wgmma %x, %y, %c : tensor<64x16xf64, #sum>, tensor<16x16xf64, #one>, tensor<64x16xf64, #sum>
  return
}

// -----
// Accumulators of rank 1.
#l = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
!x = tensor<32xf8E4M3FN, #l>
!s = tensor<32xf8E8M0FNU, #l>
!c = tensor<32xf32, #l>
func.func @f(%a: !x, %s: !s, %c: !c) {
  // expected-error @below {{expected tiles of rank 2 or 3 whose depth is a multiple of the scales', got}}
  %r = tile_gpu.scaled_mma %a scale %s, %a scale %s, %c : !x, !s, !x, !s, !c
  return
}

// -----
// 32 elements of K have no 64 scales.
#a = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]>
#s = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]],
                      lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]]>
!a = tensor<16x32xf8E4M3FN, #a>
!s = tensor<16x64xf8E8M0FNU, #s>
func.func @f(%a: !a, %s: !s) {
  // expected-error @below {{expected tiles of rank 2 or 3 whose depth is a multiple of the scales', got}}
  %r = tile_gpu.scaled_mma %a scale %s, %a scale %s, %a : !a, !s, !a, !s, !a
  return
}

// -----
// b of the shape of a.
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]>
#s = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]]>
!a = tensor<16x32xf8E4M3FN, #a>
!s = tensor<16x1xf8E8M0FNU, #s>
!c = tensor<16x8xf32, #c>
func.func @f(%a: !a, %s: !s, %c: !c) {
  // expected-error @below {{expected operand 2 of shape 32x8, got 'tensor<16x32xf8E4M3FN, #}}
  %r = tile_gpu.scaled_mma %a scale %s, %a scale %s, %c : !a, !s, !a, !s, !c
  return
}

// -----
// Two scales for 32 elements of fp8.
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [2, 0], [16, 0]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]]>
#s = #tile_gpu.layout<lane = [[0, 1], [1, 0], [2, 0], [4, 0], [8, 0]]>
#t = #tile_gpu.layout<lane = [[1, 0], [0, 1], [0, 2], [0, 4], [0, 0]]>
!a = tensor<16x32xf8E4M3FN, #a>
!b = tensor<32x8xf8E4M3FN, #b>
!s = tensor<16x2xf8E8M0FNU, #s>
!t = tensor<2x8xf8E8M0FNU, #t>
!c = tensor<16x8xf32, #c>
func.func @f(%a: !a, %b: !b, %s: !s, %t: !t, %c: !c) {
  // expected-error @below {{has no MMA of 'f8E4M3FN' and 'f8E4M3FN' with one 'f8E8M0FNU' scale for 16 elements}}
  %r = tile_gpu.scaled_mma %a scale %s, %b scale %t, %c : !a, !s, !b, !t, !c
  return
}

// -----
// Accumulators as no instruction leaves them.
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[1, 0], [2, 0], [4, 0], [0, 2], [0, 4]]>
#a = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [2, 0], [16, 0]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]]>
#s = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]]>
#t = #tile_gpu.layout<lane = [[0, 1], [0, 2], [0, 4], [0, 0], [0, 0]]>
!a = tensor<16x32xf8E4M3FN, #a>
!b = tensor<32x8xf8E4M3FN, #b>
!s = tensor<16x1xf8E8M0FNU, #s>
!t = tensor<1x8xf8E8M0FNU, #t>
!c = tensor<16x8xf32, #c>
func.func @f(%a: !a, %b: !b, %s: !s, %t: !t, %c: !c) {
  // expected-error @below {{expected fragments of the instruction in the accumulator, got 'tensor<16x8xf32, #}}
  %r = tile_gpu.scaled_mma %a scale %s, %b scale %t, %c : !a, !s, !b, !t, !c
  return
}

// -----
// The lanes of an operand exchanged.
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#a = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [0, 4], [0, 8]]>
#b = #tile_gpu.layout<register = [[1, 0], [2, 0], [16, 0]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]]>
#s = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]]>
#t = #tile_gpu.layout<lane = [[0, 1], [0, 2], [0, 4], [0, 0], [0, 0]]>
!a = tensor<16x32xf8E4M3FN, #a>
!b = tensor<32x8xf8E4M3FN, #b>
!s = tensor<16x1xf8E8M0FNU, #s>
!t = tensor<1x8xf8E8M0FNU, #t>
!c = tensor<16x8xf32, #c>
func.func @f(%a: !a, %b: !b, %s: !s, %t: !t, %c: !c) {
  // expected-error @below {{expected an operand of type 'tensor<16x32xf8E4M3FN, #}}
  %r = tile_gpu.scaled_mma %a scale %s, %b scale %t, %c : !a, !s, !b, !t, !c
  return
}
