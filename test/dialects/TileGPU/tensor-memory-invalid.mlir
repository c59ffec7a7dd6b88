// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics
// Tensor memory is allocated once and released; products and accumulators lie inside of it, in shapes and layouts that the hardware has.

// expected-error @below {{expected a power of two from 32 to 512 as columns, got 48}}
func.func private @columns(!tile_gpu.tensor_memory<48>)

// -----

// expected-error @below {{expected a power of two from 32 to 512 as columns, got 1024}}
func.func private @columns(!tile_gpu.tensor_memory<1024>)

// -----

func.func @leak() {
  // expected-error @below {{expected a dealloc_tensor_memory: nobody else releases it}}
  %memory = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
  return
}

// -----

func.func @again_and_again(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    // expected-error @below {{expected a place that a kernel comes by once}}
    %memory = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
    tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<32>
  }
  return
}

// -----

func.func @after_the_end() {
  %memory = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
  // expected-error @below {{expected no use of the memory behind it}}
  tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<32>
  // expected-note @below {{the use}}
  tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<32>
  return
}

// -----

func.func @commits(%memory: !tile_gpu.tensor_memory<32>, %bars: !tile_gpu.mbarriers<1>, %index: i32) {
  // expected-error @below {{expected to stand in the issuer's region of warp_roles}}
  tile_gpu.tensor_commit %memory to %bars[%index] : !tile_gpu.tensor_memory<32>, !tile_gpu.mbarriers<1>
  return
}

// -----

func.func @issuer_waits() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %memory = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
  tile_gpu.warp_roles consumers {
    tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<32>
  } producer warps 1 {
  } issuer {
    // expected-error @below {{expected no issuer around it}}
    tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<32>
  }
  return
}

// -----

func.func @waits(%memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected 0 or 1 as pending, got 2}}
  tile_gpu.tensor_wait %memory pending 2 : !tile_gpu.tensor_memory<32>
  return
}

// -----

#rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
func.func @layouts(%memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected a layout of accumulators of tcgen05, got}}
  %d = tile_gpu.tensor_load %memory column 0 : !tile_gpu.tensor_memory<32> -> tensor<128x16xf32, #rows>
  return
}

// -----

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
func.func @beyond(%memory: !tile_gpu.tensor_memory<32>, %c: tensor<128x16xf32, #sums>) {
  // expected-error @below {{expected columns below 32, got 24 to 39}}
  tile_gpu.tensor_store %c, %memory column 24 : tensor<128x16xf32, #sums>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
func.func @half(%memory: !tile_gpu.tensor_memory<32>, %c: tensor<128x16xf16, #sums>) {
  // expected-error @below {{expected accumulators of f32 or i32, got 'f16'}}
  tile_gpu.tensor_store %c, %memory column 0 : tensor<128x16xf16, #sums>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4], [0, 8]]>
func.func @few_rows(%memory: !tile_gpu.tensor_memory<32>, %a: !tile_gpu.buffer<32x16xf16, #a, align = 1024>, %b: !tile_gpu.buffer<16x16xf16, #b, align = 1024>, %t: i1) {
  // expected-error @below {{expected 64 rows or a multiple of 128, got 32}}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %t : !tile_gpu.buffer<32x16xf16, #a, align = 1024>, !tile_gpu.buffer<16x16xf16, #b, align = 1024> into !tile_gpu.tensor_memory<32>
  return
}

// -----

#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4], [0, 8]]>
func.func @not_swizzled(%memory: !tile_gpu.tensor_memory<32>, %a: !tile_gpu.buffer<64x16xf16, #a, align = 1024>, %b: !tile_gpu.buffer<16x16xf16, #b, align = 1024>, %t: i1) {
  // expected-error @below {{expected a stage that tcgen05 can read as it lies}}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %t : !tile_gpu.buffer<64x16xf16, #a, align = 1024>, !tile_gpu.buffer<16x16xf16, #b, align = 1024> into !tile_gpu.tensor_memory<32>
  return
}

// -----

#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 1024>
!b = !tile_gpu.buffer<16x8xf16, #b, align = 1024>
!memory = !tile_gpu.tensor_memory<32>
func.func @few_columns(%memory: !memory, %a: !a, %b: !b, %t: i1) {
  // expected-error @below {{expected columns in multiples of 16, got 8}}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %t : !a, !b into !memory
  return
}

// -----

#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [0, 4], [0, 8]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 1024>
!b = !tile_gpu.buffer<32x16xf16, #b, align = 1024>
!memory = !tile_gpu.tensor_memory<32>
func.func @other_depth(%memory: !memory, %a: !a, %b: !b, %t: i1) {
  // expected-error @below {{expected operands of one MMA, got '!tile_gpu.buffer<32x16xf16, }}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %t : !a, !b into !memory
  return
}

// -----

#line = #tile_gpu.shared<[[1], [2], [4], [8]]>
!line = !tile_gpu.buffer<16xf16, #line, align = 1024>
!memory = !tile_gpu.tensor_memory<32>
func.func @lines(%memory: !memory, %a: !line, %t: i1) {
  // expected-error @below {{expected operands of rank 2 or 3, got '!tile_gpu.buffer<16xf16, }}
  tile_gpu.tensor_mma %a, %a into %memory column 0 accumulates %t : !line, !line into !memory
  return
}

// -----

#line = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
func.func @line_of_sums(%memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected accumulators of rank 2 or 3, got 'tensor<128xf32, #}}
  %d = tile_gpu.tensor_load %memory column 0 : !tile_gpu.tensor_memory<32> -> tensor<128xf32, #line>
  return
}

// -----

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
func.func @too_many_turns(%memory: !tile_gpu.tensor_memory<32>, %turn: i32) {
  // expected-error @below {{expected columns below 32, got 0 to 47}}
  %d = tile_gpu.tensor_load %memory column 0 turn %turn of 3 : !tile_gpu.tensor_memory<32> -> tensor<128x16xf32, #sums>
  return
}

// -----

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
func.func @no_turn(%memory: !tile_gpu.tensor_memory<32>, %turn: i32) {
  // expected-error @below {{expected a turn of one or more}}
  %d = tile_gpu.tensor_load %memory column 0 turn %turn of 0 : !tile_gpu.tensor_memory<32> -> tensor<128x16xf32, #sums>
  return
}

// -----

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
func.func @negative_turns(%memory: !tile_gpu.tensor_memory<32>, %turn: i32) {
  // expected-error @below {{expected a turn of one or more}}
  %d = tile_gpu.tensor_load %memory column 0 turn %turn of -1 : !tile_gpu.tensor_memory<32> -> tensor<128x16xf32, #sums>
  return
}

// -----

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
func.func @endless_turns(%memory: !tile_gpu.tensor_memory<32>, %turn: i32) {
  // expected-error @below {{expected a turn of at most 512}}
  %d = tile_gpu.tensor_load %memory column 0 turn %turn of 1152921504606846976 : !tile_gpu.tensor_memory<32> -> tensor<128x16xf32, #sums>
  return
}
