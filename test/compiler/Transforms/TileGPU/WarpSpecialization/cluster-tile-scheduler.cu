// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --variants=2 --emit=tile-gpu -o - | FileCheck %s
// A cluster draws the rows that it shares: the first CTA's producer the next one once there is room for this one, for the
// producers of all.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: func.func @_Z6divideB2v0
// CHECK-DAG: %[[FIRST:.*]] = tile.worker_id
// CHECK-DAG: %[[X:.*]] = tile.num_blocks x
// CHECK-DAG: %[[BLOCKS:.*]] = tile.assume %[[X]]
// CHECK-DAG: %[[NUMBERS:.*]] = tile_gpu.alloc_buffer {{.*}} : !tile_gpu.buffer<1xi32, #{{.*}}, stages = 3, align = 16>
// CHECK: tile_gpu.memory_barrier cluster {begin}
// CHECK: tile_gpu.warp_roles registers 104, 56 consumers {
// CHECK: scf.while
// CHECK: arith.cmpi ult
// CHECK: tile_gpu.buffer_get
// CHECK-NOT: next_block
// CHECK: } producer {
// CHECK-NOT: next_block
// CHECK: scf.while (%{{.*}} = %[[FIRST]],
// CHECK:   tile_gpu.mbarrier_wait
// CHECK:   %[[DRAWN:.*]] = tile_gpu.next_block of %[[BLOCKS]]
// CHECK:   tile_gpu.tma_load
// CHECK:   %[[SLOT:.*]] = tile_gpu.buffer_stage %[[NUMBERS]][%[[AT:.*]]]
// CHECK:   tile_gpu.cluster_put %[[DRAWN]] into %[[SLOT]], %[[SENT:.*]][%[[AT]]]
// CHECK:   tile_gpu.mbarrier_expect_tx %[[SENT]][%[[AT]]] bytes 4
// CHECK:   %[[T:.*]] = tile_gpu.mbarrier_wait %[[SENT]][%[[AT]]] parity
// CHECK:   %[[NEXT:.*]] = tile_gpu.buffer_get %[[SLOT]] after %[[T]]
// CHECK:   tile_gpu.buffer_put %[[NEXT]]
// CHECK:   scf.yield %[[NEXT]]
// CHECK-LABEL: func.func @_Z6divide
// CHECK-NOT: next_block
template <int Width, class T> __tile__ auto view(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Width>{}};
}

[[cutile::hint(900, num_cta_in_cga = 2)]] __tile_global__ void divide(float* __restrict__ out, const float* __restrict__ in, int rows,
                                                                      int columns) {
  constexpr int Width = 65536;
  auto x = view<Width>(in, rows, columns).load_masked(ct::bid().x, 0);
  view<Width>(out, rows, columns).store_masked(x / ct::sum<1>(x), ct::bid().x, 0);
}
