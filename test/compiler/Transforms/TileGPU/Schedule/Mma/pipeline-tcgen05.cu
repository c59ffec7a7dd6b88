// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_100a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_100a --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// Attention: the next keys' scores are started before lanes compute, into the other of two places, and the accumulators of
// weights times values are loaded one iteration late.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Scores = ct::tile<float, ct::shape<128, 64>>;
using Sums = ct::tile<float, ct::shape<128, 64>>;

// REMARKS: remark: consumers start their MMAs: {{.*}} loop
// REMARKS: remark: MMAs run under the work between them
// CHECK-LABEL: func.func @{{.*}}weights{{.*}}B2v0
// CHECK:       tile_gpu.warp_roles consumers {
// CHECK:         %[[MEMORY:.*]] = tile_gpu.alloc_tensor_memory
// The first MMA before the loop.
// CHECK:         tile_gpu.tensor_store %{{.*}}, %[[MEMORY]] column [[SUMS:128]]
// CHECK:         scf.if
// CHECK:           tile_gpu.tensor_mma {{.*}} into %[[MEMORY]] column 0 turn %{{.*}} of 2 accumulates %false
// CHECK:         tile_gpu.tensor_wait %[[MEMORY]] pending 0
// CHECK:         scf.for
// CHECK:           tile_gpu.tensor_wait %[[MEMORY]] pending 1
// CHECK-NEXT:      tile_gpu.tensor_load %[[MEMORY]] column 0 turn %{{.*}} of 2
// CHECK:           scf.if
// CHECK:             tile_gpu.mbarrier_wait
// CHECK:             tile_gpu.tensor_mma {{.*}} into %[[MEMORY]] column 0 turn %{{.*}} of 2 accumulates %false
// CHECK:           } else {
// CHECK-NEXT:        tile_gpu.tensor_wait %[[MEMORY]] pending 0
// CHECK:           math.exp2
// CHECK:           tile_gpu.tensor_wait %[[MEMORY]] pending 1
// CHECK:           tile_gpu.tensor_load %[[MEMORY]] column [[SUMS]]
// CHECK:           tile_gpu.tensor_store %{{.*}}, %[[MEMORY]] column [[SUMS]]
// CHECK:           tile_gpu.tensor_mma {{.*}} into %[[MEMORY]] column [[SUMS]] accumulates %true
// CHECK-NOT:       tensor_wait
// CHECK:           scf.yield
// CHECK:         tile_gpu.tensor_wait %[[MEMORY]] pending 0
// CHECK:         tile_gpu.tensor_load %[[MEMORY]] column [[SUMS]]
// CHECK:       } producer
__tile_global__ void weights(float *__restrict__ out, const __nv_bfloat16 *__restrict__ q,
                             const __nv_bfloat16 *__restrict__ k, const __nv_bfloat16 *__restrict__ v, int m, int n) {
  auto queries = ct::partition_view{ct::tensor_span{q, ct::extents{m, 64}}, ct::shape<128, 64>{}};
  auto keys = ct::partition_view{ct::tensor_span{k, ct::extents{n, 64}}, ct::shape<64, 64>{}};
  auto values = ct::partition_view{ct::tensor_span{v, ct::extents{n, 64}}, ct::shape<64, 64>{}};
  auto own = queries.load_masked(ct::bid().x, 0);
  auto sums = ct::zeros<Sums>();
  auto largest = ct::full<ct::tile<float, ct::shape<128, 1>>>(-1e30f);
  for (int i : ct::irange(0, (n + 63) / 64)) {
    auto scores = ct::mma(own, ct::transpose(keys.load_masked(i, 0)), ct::zeros<Scores>());
    auto next = ct::max(largest, ct::reduce_max<1>(scores));
    auto weights = ct::exp2(scores - next);
    sums = sums * ct::exp2(largest - next);
    sums = ct::mma(ct::element_cast<__nv_bfloat16>(weights), values.load_masked(i, 0), sums);
    largest = next;
  }
  auto results = ct::partition_view{ct::tensor_span{out, ct::extents{m, 64}}, ct::shape<128, 64>{}};
  results.store_masked(sums, ct::bid().x, 0);
}
