// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gathers over a cluster become stores to the other CTAs' shared memory that mbarriers count.
// RUN: tile-opt %s --tile-gpu-send-gathers --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-gpu-send-gathers=remarks=true --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>

// Stage and phase go from iteration to iteration: 0 0, 1 0, 0 1, 1 1.
// CHECK-LABEL: func.func @loop
// CHECK: %[[BOX:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<4x1xf32, {{.*}}, stages = 2, align = 16>
// CHECK: %[[COME:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<2>
// CHECK: tile_gpu.mbarrier_init %[[COME]] arrivals 1
// CHECK: scf.for {{.*}} iter_args(%[[SLOT:.*]] = %{{.*}}, %[[PHASE:.*]] = %{{.*}}) -> (i32, i32)
// CHECK: tile_gpu.mbarrier_expect_tx %[[COME]][%[[SLOT]]] bytes 16
// CHECK: %[[PART:.*]] = tile_gpu.buffer_stage %[[BOX]][%[[SLOT]]]
// CHECK: tile_gpu.cluster_send %{{.*}} into %[[PART]], %[[COME]][%[[SLOT]]]
// CHECK: %[[T:.*]] = tile_gpu.mbarrier_wait %[[COME]][%[[SLOT]]] parity %[[PHASE]]
// CHECK: tile_gpu.buffer_load %[[PART]] after %[[T]]
// CHECK: %[[NEXT:.*]] = arith.xori %[[SLOT]], %{{.*}} : i32
// CHECK: %[[TURNED:.*]] = arith.xori %[[PHASE]], %[[SLOT]] : i32
// CHECK: scf.yield %[[NEXT]], %[[TURNED]]
// CHECK-NOT: cluster_gather
// REMARK: remark: each CTA of the cluster sends 4 bytes to every other by asynchronous stores that an mbarrier counts
func.func @loop(%x: tensor<1xf32, #one>, %n: i32) attributes {tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %a = tile_gpu.cluster_gather %x : (tensor<1xf32, #one>) -> tensor<4x1xf32, #all>
    scf.yield
  }
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>

// What is gathered together comes together; gathers that follow each other have boxes of their own.
// CHECK-LABEL: func.func @several
// CHECK: tile_gpu.alloc_buffer : !tile_gpu.buffer<4x1xf32
// CHECK: tile_gpu.alloc_buffer : !tile_gpu.buffer<4x1xi64
// CHECK: tile_gpu.alloc_mbarriers
// CHECK: tile_gpu.alloc_buffer : !tile_gpu.buffer<4x1xf32
// CHECK: tile_gpu.alloc_mbarriers
// CHECK: tile_gpu.mbarrier_expect_tx %{{.*}} bytes 48
// CHECK: tile_gpu.cluster_send
// CHECK: tile_gpu.cluster_send
// CHECK: tile_gpu.mbarrier_wait
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.mbarrier_expect_tx %{{.*}} bytes 16
func.func @several(%x: tensor<1xf32, #one>, %y: tensor<1xi64, #one>) attributes {tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %a:2 = tile_gpu.cluster_gather %x, %y : (tensor<1xf32, #one>, tensor<1xi64, #one>) -> (tensor<4x1xf32, #all>, tensor<4x1xi64, #all>)
  %b = tile_gpu.cluster_gather %x : (tensor<1xf32, #one>) -> tensor<4x1xf32, #all>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>

// No instruction sends two bytes.
// CHECK-LABEL: func.func @narrow
// CHECK: cluster_gather
// CHECK-NOT: cluster_send
func.func @narrow(%x: tensor<1xbf16, #one>) attributes {tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %a = tile_gpu.cluster_gather %x : (tensor<1xbf16, #one>) -> tensor<4x1xbf16, #all>
  return
}
