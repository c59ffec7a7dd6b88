// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --memory-path=tma --specialize-warps --persistent=off --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --memory-path=tma --specialize-warps --persistent=off --remarks --emit=tile-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tilec %s -arch=sm_90a --memory-path=tma --specialize-warps --persistent=off -o %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: FileCheck %s --check-prefix=TURN < %t.ptx
// REQUIRES: ptxas
// Attention multiplies with the next keys, and these weights with their values, while the lanes work on the next scores: the first scores come before the
// loop, the last values behind it.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
// In a turn descriptors hang on little but their stage.
// TURN-LABEL: .entry _Z6scoresB2v0ILi128ELi128E
// TURN: bar.sync %r{{[0-9]+}}, 256;
// TURN: wgmma.mma_async
// TURN-NEXT: mov.b64 {low, high}
// TURN-NEXT: add.u32 low, low, 2;
template <int Width, int Keys>
__tile_global__ void scores(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k,
                            const __nv_bfloat16* __restrict__ v, int keys) {
  constexpr int Queries = 128;
  auto rows = [](auto* p, int count, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{count, ct::integral_constant<Width>{}}}, shape};
  };
  auto query = rows(q, keys, ct::shape<Queries, Width>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, Width>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, Keys))) {
    auto kt = rows(k, keys, ct::shape<Keys, Width>{}).load_masked(t, 0);
    auto weights = ct::exp(ct::mma(query, ct::transpose(kt), ct::zeros<ct::tile<float, ct::shape<Queries, Keys>>>()));
    sum = ct::mma(ct::element_cast<__nv_bfloat16>(weights), rows(v, keys, ct::shape<Keys, Width>{}).load_masked(t, 0), sum);
  }
  rows(out, keys, ct::shape<Queries, Width>{}).store_masked(ct::element_cast<__nv_bfloat16>(sum), ct::bid().x, 0);
}

// CHECK-LABEL: func @_Z6scoresB2v0ILi128ELi128E
// CHECK: tile_gpu.warp_roles registers 232, 40 consumers
// CHECK: tile_gpu.ping_pong_arrive first
// CHECK: scf.if
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: %[[R0:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} after
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// CHECK-NEXT: tile_gpu.warpgroup_wait %[[R0]] pending 0
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: math.exp
// CHECK: scf.for
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: %[[R:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} after
// CHECK: %[[O:.*]] = tile_gpu.warpgroup_mma {{.*}} plus
// CHECK: tile_gpu.ping_pong_arrive
// CHECK-NEXT: %[[ONE:.*]]:2 = tile_gpu.warpgroup_wait %[[R]], %[[O]] pending 1
// CHECK-NEXT: tile_gpu.mbarrier_arrive
// CHECK: math.exp %[[ONE]]#0
// CHECK: tile_gpu.warpgroup_wait %[[ONE]]#1 pending 0
// CHECK-NEXT: tile_gpu.mbarrier_arrive
// CHECK-NEXT: tile.ftof
// CHECK: scf.yield
// CHECK-NOT: math.exp
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: tile_gpu.warpgroup_mma {{.*}} plus
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// REMARK: remark: the MMA runs under the work on the next one's operands, and warpgroups take turns
template __tile_global__ void scores<128, 128>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int);

// Without a second MMA the accumulators of the next iteration are carried, and waited for at its end.
template <int Width, int Keys>
__tile_global__ void totals(float* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k, int keys) {
  constexpr int Queries = 128;
  auto rows = [](auto* p, int count, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{count, ct::integral_constant<Width>{}}}, shape};
  };
  auto query = rows(q, keys, ct::shape<Queries, Width>{}).load_masked(ct::bid().x, 0);
  auto total = ct::zeros<ct::tile<float, ct::shape<Queries, 1>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, Keys))) {
    auto kt = rows(k, keys, ct::shape<Keys, Width>{}).load_masked(t, 0);
    total = total + ct::sum<1>(ct::exp(ct::mma(query, ct::transpose(kt), ct::zeros<ct::tile<float, ct::shape<Queries, Keys>>>())));
  }
  ct::partition_view{ct::tensor_span{out, ct::extents{keys}}, ct::shape<Queries>{}}.store_masked(ct::reshape(total, ct::shape<Queries>{}), ct::bid().x);
}

// CHECK-LABEL: func @_Z6totalsB2v0ILi128ELi128E
// CHECK: scf.if
// CHECK: %[[R0:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} after
// CHECK: %[[S0:.*]] = tile_gpu.warpgroup_wait %[[R0]] pending 0
// CHECK: scf.for {{.*}} = %[[S0]])
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} after
// CHECK: math.exp
// CHECK: tile_gpu.warpgroup_wait %[[R]] pending 0
// CHECK: scf.yield
// CHECK: math.exp
// REMARK: remark: the MMA of the next iteration is started before this one's accumulators are used
template __tile_global__ void totals<128, 128>(float*, const __nv_bfloat16*, const __nv_bfloat16*, int);
