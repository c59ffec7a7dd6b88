// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose tile blocks are clusters: the launch, block ids, and what CTAs send each other.
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory --convert-tile-gpu-to-registers | FileCheck %s
// RUN: not tile-opt %s --tile-gpu-allocate-shared-memory --convert-tile-gpu-to-registers=arch=sm_80 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: 'tile_gpu.cluster_gather' op expected a target with clusters, got sm_80

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
#own = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#many = #tile_gpu.layout<register = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32]]>

// CHECK-LABEL: llvm.func @grid
// CHECK-SAME: nvvm.cluster_dim = array<i32: 4, 1, 1>
// CHECK: nvvm.read.ptx.sreg.clusterid.x
// CHECK: nvvm.read.ptx.sreg.nclusterid.y
// CHECK: nvvm.read.ptx.sreg.cluster.ctaid.x
func.func @grid(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %b = tile.block_id x
  %n = tile.num_blocks y
  %r = tile.cta_rank
  %s = arith.addi %b, %n : i32
  %t = arith.addi %s, %r : i32
  tile_gpu.store %p, %t : !tile.ptr<i32>
  return
}

// All lanes have the value: one of the first four lanes sends it to each CTA, in one turn.
// CHECK-LABEL: llvm.func @copies
// CHECK: %[[TO:.*]] = nvvm.mapa %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK-NOT: nvvm.mapa
// CHECK: "@$1 st.shared::cluster.b32 [$0], $2;"
// CHECK-NOT: st.shared::cluster
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK: llvm.return
func.func @copies(%p: !tile.ptr<f32>, %x: f32) attributes {tile.kernel, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %a = tile.splat %x : tensor<1xf32, #one>
  %c = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<4x1xf32, #all>
  %all = tile.splat %p : tensor<4x1x!tile.ptr<f32>, #all>
  tile_gpu.store %all, %c : tensor<4x1x!tile.ptr<f32>, #all>
  return
}

// Each lane has elements of its own: it sends them to one CTA after the other.
// CHECK-LABEL: llvm.func @own
// CHECK-COUNT-4: nvvm.mapa
// CHECK-NOT: nvvm.mapa
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
func.func @own(%p: !tile.ptr<i32>, %x: i32) attributes {tile.kernel, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %a = tile_gpu.coordinate 0 : tensor<64xi32, #own>
  %c = tile_gpu.cluster_gather %a : (tensor<64xi32, #own>) -> tensor<4x64xi32, #many>
  %all = tile.splat %p : tensor<4x64x!tile.ptr<i32>, #many>
  tile_gpu.store %all, %c : tensor<4x64x!tile.ptr<i32>, #many>
  return
}

// The CTA says that it has begun as the first thing it does, and waits for the others' word where it is needed.
// CHECK-LABEL: llvm.func @begin
// CHECK-NEXT: nvvm.cluster.arrive.relaxed {aligned}
// CHECK: llvm.load
// CHECK-NOT: nvvm.cluster.arrive
// CHECK: nvvm.cluster.wait {aligned}
// CHECK: llvm.return
func.func @begin(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %x = tile_gpu.load %p : !tile.ptr<i32>
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.store %p, %x : !tile.ptr<i32>
  return
}

#box = #tile_gpu.shared<[[1, 0], [2, 0]]>
!slot = !tile_gpu.buffer<4x1xf32, #box, align = 16>
!bars = !tile_gpu.mbarriers<2>

// A store that counts its bytes where it goes to: address and mbarrier of that CTA. It says that it has begun once its
// mbarriers are ready.
// CHECK-LABEL: llvm.func @sent
// CHECK: mbarrier.init
// CHECK: nvvm.fence.mbarrier.init
// CHECK: nvvm.cluster.arrive.relaxed
// CHECK: nvvm.cluster.wait
// CHECK-DAG: nvvm.mapa
// CHECK-DAG: nvvm.mapa
// CHECK: "@$3 st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [$0], $1, [$2];", "r,r,r,b"
// CHECK-NOT: st.async
// CHECK: llvm.return
func.func @sent(%x: f32, %i: i32) attributes {tile.kernel, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %a = tile.splat %x : tensor<1xf32, #one>
  %box = tile_gpu.alloc_buffer : !slot
  %come = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.cluster_send %a into %box, %come[%i] : tensor<1xf32, #one> into !slot, !bars
  return
}

#row = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0]]>
!rows = !tile_gpu.buffer<4x64xi32, #row, align = 16>

// Of the second exchange of a row, the numbers of the CTA and the thread are read again.
// CHECK-LABEL: llvm.func @twice
// CHECK-NOT: mov.u32
// CHECK-COUNT-4: st.async
// CHECK-NOT: mov.u32
// CHECK-COUNT-4: llvm.load
// CHECK: "mov.u32 $0, %cluster_ctarank;"
// CHECK-COUNT-4: st.async
// CHECK: "mov.u32 $0, %tid.x;"
// CHECK-COUNT-4: llvm.load
// CHECK: llvm.return
func.func @twice(%p: !tile.ptr<i32>, %i: i32) attributes {tile.kernel, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %a = tile_gpu.coordinate 0 : tensor<64xi32, #own>
  %box = tile_gpu.alloc_buffer : !rows
  %other = tile_gpu.alloc_buffer : !rows
  %come = tile_gpu.alloc_mbarriers : !bars
  %again = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.mbarrier_init %again arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.cluster_send %a into %box, %come[%i] : tensor<64xi32, #own> into !rows, !bars
  %t = tile_gpu.mbarrier_wait %come[%i] parity %i : !bars
  %b = tile_gpu.buffer_load %box after %t : !rows -> tensor<4x64xi32, #many>
  tile_gpu.cluster_send %a into %other, %again[%i] : tensor<64xi32, #own> into !rows, !bars
  %u = tile_gpu.mbarrier_wait %again[%i] parity %i : !bars
  %c = tile_gpu.buffer_load %other after %u : !rows -> tensor<4x64xi32, #many>
  %all = tile.splat %p : tensor<4x64x!tile.ptr<i32>, #many>
  tile_gpu.store %all, %b : tensor<4x64x!tile.ptr<i32>, #many>
  tile_gpu.store %all, %c : tensor<4x64x!tile.ptr<i32>, #many>
  return
}

#scalar = #tile_gpu.shared<[]>
!number = !tile_gpu.buffer<1xi32, #scalar, align = 16>

// One lane of the first CTA draws and sends to all, in a loop; the lane that reads asks no other one.
// CHECK-LABEL: llvm.func @put
// CHECK: atom.relaxed.gpu.global.inc.u32
// CHECK: @!$0 bra DONE;{{.*}}NEXT: mapa.shared::cluster.u32 to, slot, cta;{{.*}}setp.lt.u32 more, cta, 4; @more bra NEXT; DONE: }
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
func.func @put(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.persistent, tile.num_ctas = 4 : i32, tile_gpu.num_warps = 2 : i32} {
  %slot = tile_gpu.alloc_buffer : !number
  %sent = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %sent arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    %c0 = arith.constant 0 : i32
    %draws = tile.num_blocks x
    %drawn = tile_gpu.next_block of %draws
    tile_gpu.cluster_put %drawn into %slot, %sent[%c0] : !number, !bars
    tile_gpu.mbarrier_expect_tx %sent[%c0] bytes 4 : !bars
    %t = tile_gpu.mbarrier_wait %sent[%c0] parity %c0 : !bars
    %x = tile_gpu.buffer_get %slot after %t : !number
  }
  return
}
