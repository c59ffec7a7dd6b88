// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of clusters, at both levels.
// RUN: tile-opt %s | tile-opt | FileCheck %s

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>

// CHECK-LABEL: func.func @tiles
// CHECK: tile.cta_rank
// CHECK: tile.cluster_gather %{{.*}}, %{{.*}} : (tensor<2xf32>, tensor<2xi8>) -> (tensor<4x2xf32>, tensor<4x2xi8>)
func.func @tiles(%a: tensor<2xf32>, %b: tensor<2xi8>) attributes {tile.num_ctas = 4 : i32} {
  %rank = tile.cta_rank
  %c, %d = tile.cluster_gather %a, %b : (tensor<2xf32>, tensor<2xi8>) -> (tensor<4x2xf32>, tensor<4x2xi8>)
  return
}

// CHECK-LABEL: func.func @distributed
// CHECK: tile_gpu.cluster_gather
func.func @distributed(%a: tensor<1xf32, #one>) attributes {tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %c = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<4x1xf32, #all>
  return
}

#rows = #tile_gpu.shared<[[1, 0], [2, 0]]>
!slot = !tile_gpu.buffer<4x1xf32, #rows, align = 16>
!bars = !tile_gpu.mbarriers<2>

// CHECK-LABEL: func.func @sent
// CHECK: tile_gpu.cluster_send %{{.*}} into %{{.*}}, %{{.*}}[%{{.*}}] : tensor<1xf32, #{{.*}}> into !tile_gpu.buffer<4x1xf32, {{.*}}>, !tile_gpu.mbarriers<2>
func.func @sent(%a: tensor<1xf32, #one>, %i: i32) attributes {tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %box = tile_gpu.alloc_buffer : !slot
  %come = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.cluster_send %a into %box, %come[%i] : tensor<1xf32, #one> into !slot, !bars
  return
}

#scalar = #tile_gpu.shared<[]>
!number = !tile_gpu.buffer<1xi32, #scalar, align = 16>

// CHECK-LABEL: func.func @put
// CHECK: %[[DRAWN:.*]] = tile_gpu.next_block of %{{.*}}
// CHECK: tile_gpu.cluster_put %[[DRAWN]] into %{{.*}}, %{{.*}}[%{{.*}}] : !tile_gpu.buffer<1xi32, {{.*}}>, !tile_gpu.mbarriers<2>
func.func @put(%i: i32) attributes {tile.kernel, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %slot = tile_gpu.alloc_buffer : !number
  %sent = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    %drawn = tile_gpu.next_block of %i
    tile_gpu.cluster_put %drawn into %slot, %sent[%i] : !number, !bars
  }
  return
}
