// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_80 -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Keys and values of attention go through stage buffers, too: what renames the tile on its way to the MMA stands behind the stage, and the keys' fragments are read
// transposed. Eight warps have room for the accumulators of both MMAs.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

// REMARK: remark: MMA of 128x64x128 bf16 by mma.sync in 8 warps
// REMARK: remark: pipelined: 2 loads by asynchronous copies into 4 stages
// CHECK-LABEL: func @_Z9attentionB2v0
// CHECK: tile_gpu.async_wait %{{.*}} pending 2
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-COUNT-2: tile_gpu.async_copy {{.*}} if
// CHECK-NOT: tile_gpu.convert_layout
// CHECK: %[[KEYS:.*]] = tile_gpu.buffer_load {{.*}} -> tensor<1x64x128xbf16
// CHECK-NEXT: %[[ROWS:.*]] = tile_gpu.reshape %[[KEYS]]
// CHECK-NEXT: %[[TURNED:.*]] = tile_gpu.permute %[[ROWS]] [1, 0]
// CHECK-NEXT: tile_gpu.mma mma_sync %{{.*}}, %[[TURNED]]
// CHECK-NOT: tile_gpu.convert_layout {{.*}} -> tensor<64x128xbf16
// CHECK: %[[VALUES:.*]] = tile_gpu.buffer_load {{.*}} -> tensor<1x64x128xbf16
// CHECK-NEXT: %[[FACTOR:.*]] = tile_gpu.reshape %[[VALUES]]
// CHECK-NEXT: tile_gpu.mma mma_sync %{{.*}}, %[[FACTOR]]
// PTXAS: attentionB2v0
// PTXAS: 0 bytes spill stores
__tile_global__ void attention(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, int keys, int heads,
                               float scale) {
  auto rows = [=](auto* p, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{heads, keys, ct::integral_constant<128>{}}}, shape}; };
  using Queries = ct::shape<1, 128, 128>;
  auto vk = rows(k, ct::shape<1, 64, 128>{}), vv = rows(v, ct::shape<1, 64, 128>{});
  int block = ct::bid().x, head = ct::bid().y;
  auto query = ct::reshape(rows(q, Queries{}).load_masked(head, block, 0), ct::shape<128, 128>{});
  auto total = ct::zeros<ct::tile<float, ct::shape<128, 1>>>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, keys / 64)) {
    auto key = ct::reshape(vk.load_masked(head, t, 0), ct::shape<64, 128>{});
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<128, 64>>>());
    auto weights = ct::exp2(scores * scale);
    total = total + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<T>(weights), ct::reshape(vv.load_masked(head, t, 0), ct::shape<64, 128>{}), sum);
  }
  rows(out, Queries{}).store_masked(ct::reshape(ct::element_cast<T>(sum / total), Queries{}), head, block, 0);
}
