// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// Block-scaled MMAs by tcgen05, before and after their operands are where they are read, survive a round trip.

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#any = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#anyB = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32], [0, 0]]>
#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
#sb = #tile_gpu.layout<register = [[0, 32]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0], [64, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8], [0, 16], [0, 32]]>
!a = !tile_gpu.buffer<128x32xf8E4M3FN, #a, align = 1024>
!b = !tile_gpu.buffer<32x64xf8E4M3FN, #b, align = 1024>
!memory = !tile_gpu.tensor_memory<128>

// CHECK-LABEL: func.func @registers
// CHECK: tile_gpu.scaled_mma tcgen05 %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} : tensor<128x32xf8E4M3FN
func.func @registers(%a: tensor<128x32xf8E4M3FN, #any>, %s: tensor<128x1xf8E8M0FNU, #sa>, %b: tensor<32x64xf8E4M3FN, #anyB>,
                     %t: tensor<1x64xf8E8M0FNU, #sb>, %c: tensor<128x64xf32, #sums>) {
  %d = tile_gpu.scaled_mma tcgen05 %a scale %s, %b scale %t, %c : tensor<128x32xf8E4M3FN, #any>, tensor<128x1xf8E8M0FNU, #sa>, tensor<32x64xf8E4M3FN, #anyB>, tensor<1x64xf8E8M0FNU, #sb>, tensor<128x64xf32, #sums>
  return
}

// CHECK-LABEL: func.func @slots
// CHECK: tile_gpu.tensor_store_scales %{{.*}}, %[[MEMORY:.*]] column 64 : tensor<128x1xf8E8M0FNU, #{{.*}}>, !tile_gpu.tensor_memory<128>
// CHECK: tile_gpu.tensor_store_scales %{{.*}} of_b, %[[MEMORY]] column 68 : tensor<1x64xf8E8M0FNU
// CHECK: tile_gpu.tensor_mma %{{.*}}, %{{.*}} into %[[MEMORY]] column 0 accumulates %{{.*}} scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 68> :
func.func @slots(%s: tensor<128x1xf8E8M0FNU, #sa>, %t: tensor<1x64xf8E8M0FNU, #sb>) {
  %false = arith.constant false
  %memory = tile_gpu.alloc_tensor_memory : !memory
  %a = tile_gpu.alloc_buffer : !a
  %b = tile_gpu.alloc_buffer : !b
  tile_gpu.tensor_store_scales %s, %memory column 64 : tensor<128x1xf8E8M0FNU, #sa>, !memory
  tile_gpu.tensor_store_scales %t of_b, %memory column 68 : tensor<1x64xf8E8M0FNU, #sb>, !memory
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %false scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 68> : !a, !b into !memory
  tile_gpu.tensor_wait %memory pending 0 : !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

#fours = #tile_gpu.layout<register = [[0, 1], [1, 0], [2, 0], [4, 0]], lane = [[8, 0], [16, 0], [32, 0], [0, 2], [0, 4]]>
#bytes = #tile_gpu.layout<register = [[0, 1], [1, 0], [2, 0]], lane = [[4, 0], [8, 0], [16, 0], [0, 2], [0, 4]]>
// CHECK-LABEL: func.func @pack
// CHECK: tile_gpu.pack_fours %{{.*}} dimension 0 : tensor<64x8xf4E2M1FN, #{{.*}}> -> tensor<32x8xi8, #{{.*}}>
func.func @pack(%x: tensor<64x8xf4E2M1FN, #fours>) -> tensor<32x8xi8, #bytes> {
  %r = tile_gpu.pack_fours %x dimension 0 : tensor<64x8xf4E2M1FN, #fours> -> tensor<32x8xi8, #bytes>
  return %r : tensor<32x8xi8, #bytes>
}
