// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics
// Block scales in tensor memory: where MMAs look for them, in numbers and formats that an instruction has; pairs that one lane holds.

#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [32, 0]]>
func.func @no_copies(%s: tensor<128x1xf8E8M0FNU, #sa>, %memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected a value of type 'tensor<128x1xf8E8M0FNU, #tile_gpu.layout<register = [[32, 0], [64, 0]]}}
  tile_gpu.tensor_store_scales %s, %memory column 0 : tensor<128x1xf8E8M0FNU, #sa>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
func.func @columns(%s: tensor<128x1xf8E8M0FNU, #sa>, %memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected columns below 32, got 30 to 33}}
  tile_gpu.tensor_store_scales %s, %memory column 30 : tensor<128x1xf8E8M0FNU, #sa>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
func.func @elements(%s: tensor<128x1xf8E5M2, #sa>, %memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected scales of e8m0 or e4m3, got 'f8E5M2'}}
  tile_gpu.tensor_store_scales %s, %memory column 0 : tensor<128x1xf8E5M2, #sa>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#sa = #tile_gpu.layout<register = [[32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
func.func @rows(%s: tensor<64x1xf8E8M0FNU, #sa>, %memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected scales of A for a multiple of 128 rows, got 64}}
  tile_gpu.tensor_store_scales %s, %memory column 0 : tensor<64x1xf8E8M0FNU, #sa>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0]]>
func.func @warps(%s: tensor<128x1xf8E8M0FNU, #sa>, %memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected four warps or more, got 2}}
  tile_gpu.tensor_store_scales %s, %memory column 0 : tensor<128x1xf8E8M0FNU, #sa>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#sa = #tile_gpu.layout<register = [[64]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]]>
func.func @rank(%s: tensor<128xf8E8M0FNU, #sa>, %memory: !tile_gpu.tensor_memory<32>) {
  // expected-error @below {{expected scales of rank 2 or 3, got}}
  tile_gpu.tensor_store_scales %s, %memory column 0 : tensor<128xf8E8M0FNU, #sa>, !tile_gpu.tensor_memory<32>
  return
}

// -----

#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0], [64, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8], [0, 16], [0, 32]]>
!a = !tile_gpu.buffer<128x32xf8E4M3FN, #a, align = 1024>
!b = !tile_gpu.buffer<32x64xf8E4M3FN, #b, align = 1024>
func.func @formats(%a: !a, %b: !b, %memory: !tile_gpu.tensor_memory<128>) {
  %true = arith.constant true
  // expected-error @below {{has no MMA of 'f8E4M3FN' of 32 bytes along K with 2 scales of 'f8E8M0FNU'}}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true scales <f8E8M0FNU, depth = 2, columnOfA = 64, columnOfB = 68> : !a, !b into !tile_gpu.tensor_memory<128>
  return
}

// -----

#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0], [64, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8], [0, 16], [0, 32]]>
!a = !tile_gpu.buffer<128x32xf8E4M3FN, #a, align = 1024>
!b = !tile_gpu.buffer<32x64xf8E4M3FN, #b, align = 1024>
func.func @beyond(%a: !a, %b: !b, %memory: !tile_gpu.tensor_memory<64>) {
  %true = arith.constant true
  // expected-error @below {{expected columns below 64, got 64 to 67}}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 0> : !a, !b into !tile_gpu.tensor_memory<64>
  return
}

// -----

#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8], [0, 16], [0, 32]]>
!a = !tile_gpu.buffer<64x32xf8E4M3FN, #a, align = 1024>
!b = !tile_gpu.buffer<32x64xf8E4M3FN, #b, align = 1024>
func.func @half(%a: !a, %b: !b, %memory: !tile_gpu.tensor_memory<128>) {
  %true = arith.constant true
  // expected-error @below {{expected a multiple of 128 rows with scales, got 64}}
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 68> : !a, !b into !tile_gpu.tensor_memory<128>
  return
}

// -----

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#any = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#anyB = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32], [0, 0]]>
#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
#sb = #tile_gpu.layout<register = [[0, 32]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]]>
func.func @depth(%a: tensor<128x32xf4E2M1FN, #any>, %s: tensor<128x1xf8E8M0FNU, #sa>, %b: tensor<32x64xf4E2M1FN, #anyB>,
                 %t: tensor<1x64xf8E8M0FNU, #sb>, %c: tensor<128x64xf32, #sums>) {
  // expected-error @below {{expected a multiple of 128 rows and 64 elements or more along K, got 128 and 32}}
  %d = tile_gpu.scaled_mma tcgen05 %a scale %s, %b scale %t, %c : tensor<128x32xf4E2M1FN, #any>, tensor<128x1xf8E8M0FNU, #sa>, tensor<32x64xf4E2M1FN, #anyB>, tensor<1x64xf8E8M0FNU, #sb>, tensor<128x64xf32, #sums>
  return
}

// -----

#fours = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#bytes = #tile_gpu.layout<lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]>
func.func @lanes(%x: tensor<8x8xf4E2M1FN, #fours>) {
  // expected-error @below {{expected adjacent elements along dimension 0 in registers of one lane, got}}
  %r = tile_gpu.pack_fours %x dimension 0 : tensor<8x8xf4E2M1FN, #fours> -> tensor<8x4xi8, #bytes>
  return
}

// -----

#fours = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#bytes = #tile_gpu.layout<lane = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2]]>
func.func @result(%x: tensor<8x8xf4E2M1FN, #fours>) {
  // expected-error @below {{expected a result of type 'tensor<8x4xi8, #tile_gpu.layout<lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]}}
  %r = tile_gpu.pack_fours %x dimension 1 : tensor<8x8xf4E2M1FN, #fours> -> tensor<8x4xi8, #bytes>
  return
}

// -----

#fours = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#bytes = #tile_gpu.layout<lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]>
func.func @not_fours(%x: tensor<8x8xf8E4M3FN, #fours>) {
  // expected-error @below {{expected elements of 4 bits, got 'f8E4M3FN'}}
  %r = tile_gpu.pack_fours %x dimension 1 : tensor<8x8xf8E4M3FN, #fours> -> tensor<8x4xi8, #bytes>
  return
}

// -----

#fours = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#bytes = #tile_gpu.layout<lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]>
func.func @dimension(%x: tensor<8x8xf4E2M1FN, #fours>) {
  // expected-error @below {{with two elements or more, got 2}}
  %r = tile_gpu.pack_fours %x dimension 2 : tensor<8x8xf4E2M1FN, #fours> -> tensor<8x4xi8, #bytes>
  return
}
