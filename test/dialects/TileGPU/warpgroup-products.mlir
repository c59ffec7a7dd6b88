// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// Round trips of warpgroup MMAs.
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#factor = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0]]>
#bTurned = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4], [0, 8]]>
!a = !tile_gpu.buffer<64x16xf16, #a, align = 256>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 256>
!bTurned = !tile_gpu.buffer<16x16xf16, #bTurned, align = 256>
!sum = tensor<64x16xf32, #sum>
// CHECK-LABEL: func @products
func.func @products(%a: !a, %b: !b, %x: tensor<64x16xf16, #factor>, %c: !sum, %t: !tile_gpu.token) -> !sum {
  // CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %{{.*}}, %{{.*}} after %{{.*}}, %{{.*}} : !tile_gpu.buffer<64x16xf16, #{{.*}}, align = 256>, !tile_gpu.buffer<16x16xf16, #{{.*}}, align = 256> -> tensor<64x16xf32, #{{.*}}>
  %r = tile_gpu.warpgroup_mma %a, %b after %t, %t : !a, !b -> !sum
  // CHECK: %[[V:.*]] = tile_gpu.buffer_view %{{.*}} : !tile_gpu.buffer<16x16xf16, #{{.*}}, align = 256> -> !tile_gpu.buffer<16x16xf16, #{{.*}}, align = 256>
  %v = tile_gpu.buffer_view %b : !b -> !bTurned
  // CHECK: %[[S:.*]] = tile_gpu.warpgroup_mma %{{.*}}, %[[V]] plus %[[R]] : tensor<64x16xf32, #{{.*}}> : tensor<64x16xf16, #{{.*}}>
  %s = tile_gpu.warpgroup_mma %x, %v plus %r : !sum : tensor<64x16xf16, #factor>, !bTurned -> !sum
  // CHECK: %[[W:.*]]:2 = tile_gpu.warpgroup_wait %[[S]], %{{.*}} pending 1 : tensor<64x16xf32, #{{.*}}>, tensor<64x16xf32, #{{.*}}>
  %w:2 = tile_gpu.warpgroup_wait %s, %c pending 1 : !sum, !sum
  return %w#1 : !sum
}
