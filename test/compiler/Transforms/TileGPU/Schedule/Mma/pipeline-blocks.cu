// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --no-pipeline-blocks --emit=tile-gpu -o - | FileCheck %s --check-prefix=APART
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Attention whose blocks see only the keys before them: CTAs stay, and draw blocks. The last values of a block are multiplied beside the first scores of the next one;
// then the block's result is stored. A block that begins with masked scores, and one without keys, come behind the end of the block before.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill stores
// REMARK: remark: the last MMA of a block runs under the work on the next block's first one

// CHECK-LABEL: func @_Z6scoresB2v0
// CHECK: tile_gpu.warp_roles registers 232, 40 consumers
// CHECK: %[[BLOCKS:.*]]:{{[0-9]+}} = scf.while ({{.*}} = %false
// CHECK: } do {
// The end of a block that is not joined.
// CHECK: scf.if
// CHECK: tile_gpu.warpgroup_mma {{.*}} plus
// CHECK: tile_gpu.tma_store
// CHECK: }
// CHECK: scf.if
// Joined: both MMAs in one turn.
// CHECK: scf.if
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: %[[S:.*]] = tile_gpu.warpgroup_mma
// CHECK-NOT: ping_pong_wait
// CHECK: %[[O:.*]] = tile_gpu.warpgroup_mma {{.*}} plus
// CHECK: tile_gpu.ping_pong_arrive
// CHECK-NEXT: %[[ONE:.*]]:2 = tile_gpu.warpgroup_wait %[[S]], %[[O]] pending 1
// CHECK-NOT: scf.if
// CHECK: tile.exp2 {{.*}} : tensor<128x128xf32
// CHECK: tile_gpu.warpgroup_wait %[[ONE]]#1 pending 0
// CHECK: tile_gpu.tma_store
// CHECK: tile.ftof {{.*}} -> tensor<128x128xbf16
// CHECK: } else {
// CHECK: tile_gpu.ping_pong_wait
// CHECK: scf.for
// CHECK: tile.block_loop
// CHECK: scf.if %[[BLOCKS]]#
// CHECK: tile_gpu.warpgroup_mma {{.*}} plus
// CHECK: tile_gpu.tma_store
// CHECK: tile_gpu.bulk_wait pending 0 read

// APART-LABEL: func @_Z6scoresB2v0
// APART: scf.while
// APART: scf.for
// APART: tile_gpu.warpgroup_mma {{.*}} plus
// APART: tile_gpu.warpgroup_mma {{.*}} plus
// APART: tile_gpu.tma_store
// APART: tile.block_loop
// APART-NOT: tile_gpu.warpgroup_mma
// APART: } producer
__tile_global__ void scores(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k,
                            const __nv_bfloat16* __restrict__ v, int keys) {
  constexpr int N = 128;
  auto rows = [keys](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{keys, ct::integral_constant<N>{}}}, ct::shape<N, N>{}}; };
  int block = ct::bid().x;
  auto query = rows(q).load_masked(block, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<N, N>>>();
  for (int t : ct::irange(0, ct::min(block + 1, ct::ceildiv(keys, N)))) {
    auto scores = ct::mma(query, ct::transpose(rows(k).load_masked(t, 0)), ct::zeros<ct::tile<float, ct::shape<N, N>>>());
    if (t >= block) {
      auto row = ct::iota<ct::tile<int, ct::shape<N, 1>>>();
      auto column = ct::iota<ct::tile<int, ct::shape<1, N>>>();
      scores = ct::select(column <= row, scores, ct::full<decltype(scores)>(-1e30f));
    }
    auto weights = ct::exp2(scores, ct::round_subnormals_to_zero_t{});
    sum = ct::mma(ct::element_cast<__nv_bfloat16>(weights), rows(v).load_masked(t, 0), sum);
  }
  rows(out).store_masked(ct::element_cast<__nv_bfloat16>(sum), block, 0);
}
