// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu --remarks -o - 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: tilec %s -arch=sm_90a --ping-pong=off --emit=tile-gpu -o - | FileCheck %s --check-prefix=OFF
// RUN: tilec %s -arch=sm_90a -o %t.ptx && FileCheck %s --check-prefix=PTX < %t.ptx && %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Two blocks of a CTA are in flight, each a warpgroup's.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill stores
// REMARK: persistent: CTAs stay and loop over tile blocks, in groups of 8 along x, two in a cluster, which load once what both multiply by, two in flight, which take turns on the tensor core
// REMARK: persistent: CTAs stay and loop over tile blocks, in groups of 8 along x{{$}}
// REMARK: stored in 2 pieces, through 1 of them in shared memory
// REMARK: into 1 stage buffer of 6 stages, 196608 bytes of a CTA in flight; 2 groups of 4 warps consume

// A CTA that does not stay has one block.
// CHECK-LABEL: func.func @_Z7productB3few
// CHECK-SAME: tile_gpu.num_warps = 8 : i32
// CHECK-NOT: groups 2

// A stage is released by four warps of each CTA of the cluster. A group has a piece of the result in shared memory to itself, begins
// at its own block, where its place in the stage buffer is, and goes on to the next but one, past the iterations of the one between.
// CHECK-LABEL: func.func @_Z7productB2v0
// CHECK-SAME: tile.multicast_ctas = 2 : i32
// CHECK-SAME: tile_gpu.num_warps = 4 : i32
// CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers
// CHECK: mbarrier_init %[[FULL]] arrivals 1
// CHECK: mbarrier_init %[[EMPTY:.*]] arrivals 8
// CHECK: tile_gpu.warp_roles consumers groups 2 {
// CHECK-NEXT: ^bb0(%[[GROUP:.*]]: i32):
// CHECK: tile_gpu.ping_pong_arrive first
// CHECK: tile_gpu.buffer_stage %{{.*}}[%[[GROUP]]] : !tile_gpu.buffer<128x64xbf16, {{.*}} stages = 2
// CHECK: arith.remui
// CHECK: %[[OWN:.*]] = arith.muli %[[GROUP]], %[[WORKERS:.*]] : i32
// CHECK: %[[FIRST:.*]] = arith.addi %[[WORKER:.*]], %[[OWN]] : i32
// CHECK: %[[STEP:.*]] = arith.{{muli|shli}} %[[WORKERS]], %c{{.*}} : i32
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[BLOCKS:.*]] step %[[STEP]]
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: scf.if
// CHECK: scf.for
// CHECK: warpgroup_mma
// CHECK: scf.yield
// CHECK: }
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// CHECK-NEXT: tile_gpu.warpgroup_wait {{.*}} pending 0
// CHECK: } else {
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// CHECK: } else {
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// CHECK: tile_gpu.bulk_wait pending 0 read
// CHECK: tile_gpu.tma_store
// CHECK: tile_gpu.tma_store
// CHECK: tile.block_loop
// CHECK: producer
// CHECK: scf.for %{{.*}} = %[[WORKER]] to %[[BLOCKS]] step %[[WORKERS]]
// OFF-NOT: groups 2

// PTX-LABEL: .visible .entry _Z7productB2v0
// PTX: .reqntid 288, 1, 1
// PTX: bar.arrive
// In a cluster addresses have more bits than descriptors.
// PTX: and.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 16320;
// PTX: and.b32 %r[[START:[0-9]+]], %r{{[0-9]+}}, 16320;
// PTX: or.b32 %r{{[0-9]+}}, %r[[START]], 33554432;
// PTX: bar.sync
// PTX: wgmma.mma_async.sync.aligned.m64n128k16
// PTX: bar.arrive
__tile_global__ void product(__nv_bfloat16* c, const __nv_bfloat16* a, const __nv_bfloat16* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
  };
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(tiles(a, m, k, ct::shape<128, 64>{}).load_masked(i, t), tiles(b, k, n, ct::shape<64, 128>{}).load_masked(t, j), sum);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(ct::element_cast<__nv_bfloat16>(sum), i, j);
}

// Twice the sums have no room in a warpgroup's registers.
// CHECK-LABEL: func.func @_Z4wide
// CHECK-NOT: groups 2
__tile_global__ void wide(__nv_bfloat16* c, const __nv_bfloat16* a, const __nv_bfloat16* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
  };
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 256>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(tiles(a, m, k, ct::shape<128, 64>{}).load_masked(i, t), tiles(b, k, n, ct::shape<64, 256>{}).load_masked(t, j), sum);
  tiles(c, m, n, ct::shape<128, 256>{}).store_masked(ct::element_cast<__nv_bfloat16>(sum), i, j);
}
