// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --ping-pong=off --emit=tile-gpu --remarks -o - 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: tilec %s -arch=sm_90a --ping-pong=off --emit=tile-gpu --no-multicast -o - | FileCheck %s --check-prefix=ALONE
// RUN: tilec %s -arch=sm_90a --ping-pong=off -o - | FileCheck %s --check-prefix=PTX
// Two CTAs of a cluster take blocks next to each other along x: what depends on y alone each brings half of, for both.
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int K>
__tile_global__ void product(__nv_bfloat16* c, const T* a, const T* b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, K>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}, ct::layout_left{}}, ct::shape<K, 128>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  vc.store_masked(ct::element_cast<__nv_bfloat16>(sum), i, j);
}

// The first variant, for an even number of blocks along x. Nobody copies into a CTA that has not begun, a stage is free when both have
// used it, and a CTA stays until the other one has released all stages. One box of 128 rows becomes two.
// CHECK-LABEL: func.func @_Z7productB2v0
// CHECK-SAME: tile.multicast_ctas = 2 : i32
// CHECK-SAME: <kind = multiple_of, grid = x, value = 2>
// CHECK: %[[RANK:.*]] = tile.cta_rank
// CHECK: tensor_map <f8E4M3FN, {{.*}} -> (s1), {{.*}}box = [128, 128]
// CHECK: tensor_map <f8E4M3FN, {{.*}} -> (s2), {{.*}}box = [128, 64]
// CHECK: mbarrier_init %[[FULL:.*]] arrivals 1
// CHECK: mbarrier_init %[[EMPTY:.*]] arrivals 16
// CHECK: memory_barrier{{ +}}cluster {begin}
// CHECK: warp_roles
// CHECK-COUNT-4: mbarrier_arrive %[[EMPTY]][%{{.*}}] by {{ *}}warps cluster
// CHECK: producer
// CHECK: tma_load {{.*}}, %[[FULL]][%{{.*}}] : !tile_gpu.buffer<128x128xf8E4M3FN
// CHECK: tma_load {{.*}}, %[[FULL]][%{{.*}}] multicast : !tile_gpu.buffer<128x128xf8E4M3FN
// CHECK: } {tile.block_loop}
// CHECK-COUNT-6: mbarrier_wait %[[EMPTY]]
// CHECK: return
// REMARK: persistent: CTAs stay and loop over tile blocks, in groups of 8 along x, two in a cluster, which load once what both multiply by
// REMARK: 2 loads by a producer warp (1 for both CTAs of a cluster) into 1 stage buffer of 6 stages
// Grids that are odd, and tiles that do not fill the matrix, each for itself.
// CHECK-LABEL: func.func @_Z7productB2v1
// CHECK-NOT: multicast_ctas
// CHECK-NOT: multicast
// CHECK: return
// ALONE-NOT: multicast_ctas
// ALONE-NOT: multicast
// PTX: "grid":{"kind":"persistent"
// PTX: .visible .entry _Z7productB2v0
// PTX: .reqnctapercluster 2, 1, 1
// PTX: mbarrier.init
// PTX: barrier.cluster.arrive.relaxed.aligned
// PTX: barrier.cluster.wait
// PTX: mapa.shared::cluster.u32
// PTX: mbarrier.arrive.relaxed.cluster.shared::cluster.b64
// PTX: multicast::cluster
template __tile_global__ void product<__nv_fp8_e4m3, 128>(__nv_bfloat16*, const __nv_fp8_e4m3*, const __nv_fp8_e4m3*, int, int, int);

// Of what is multiplied more slowly L2 brings both operands in time.
// CHECK-LABEL: func.func @_Z7productB2v0
// CHECK-NOT: multicast
// CHECK: return
template __tile_global__ void product<__nv_bfloat16, 64>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int, int);
