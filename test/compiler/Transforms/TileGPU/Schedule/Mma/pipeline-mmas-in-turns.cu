// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Heads of 256 leave shared memory for one stage of keys and one of values, so the first MMA stays in its iteration. Two warpgroups work in ping-pong.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

// REMARK: remark: the MMA is started in its iteration: its stage buffer has one stage; warpgroups take turns
// CHECK-LABEL: func @_Z9attentionB2v0
// CHECK: tile_gpu.ping_pong_arrive first
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: scf.for
// CHECK: %[[SCORES:.*]] = tile_gpu.warpgroup_mma
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// CHECK-NEXT: tile_gpu.warpgroup_wait %[[SCORES]] pending 0
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: tile_gpu.warpgroup_mma
// CHECK-NOT: tile_gpu.ping_pong_arrive
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// PTXAS-NOT: C75
// PTXAS: attentionB2v0
// PTXAS: 0 bytes spill stores
__tile_global__ void attention(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, int keys, int heads,
                               float scale) {
  auto rows = [=](auto* p, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{heads, keys, ct::integral_constant<256>{}}}, shape}; };
  using Queries = ct::shape<1, 128, 256>;
  using Keys = ct::shape<1, 128, 256>;
  auto vk = rows(k, Keys{}), vv = rows(v, Keys{});
  int block = ct::bid().x, head = ct::bid().y;
  auto query = ct::reshape(rows(q, Queries{}).load_masked(head, block, 0), ct::shape<128, 256>{});
  auto total = ct::zeros<ct::tile<float, ct::shape<128, 1>>>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 256>>>();
  for (int t : ct::irange(0, keys / 128)) {
    auto key = ct::reshape(vk.load_masked(head, t, 0), ct::shape<128, 256>{});
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<128, 128>>>());
    auto weights = ct::exp2(scores * scale);
    total = total + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<T>(weights), ct::reshape(vv.load_masked(head, t, 0), ct::shape<128, 256>{}), sum);
  }
  rows(out, Queries{}).store_masked(ct::reshape(ct::element_cast<T>(sum / total), Queries{}), head, block, 0);
}
