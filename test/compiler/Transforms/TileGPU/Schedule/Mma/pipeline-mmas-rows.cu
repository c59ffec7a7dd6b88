// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks --emit=tile-gpu -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir
// The distances of an iteration are used with a row of norms. The norms have stages of their own, so that the next iteration's MMA starts before: the
// stage of what it multiplies is read by it alone.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// REMARK-DAG: remark: 2 loads by a producer warp into 2 stage buffers
// REMARK-DAG: remark: the MMA of the next iteration is started before this one's accumulators are used
// CHECK-LABEL: func @_Z7nearestB2v0
// CHECK: %[[FIRST:.*]] = tile_gpu.warpgroup_mma
// CHECK: scf.for
// CHECK: tile_gpu.warpgroup_mma
// CHECK: tile_gpu.warpgroup_wait {{.*}} pending 0
// CHECK: } producer
__tile_global__ void nearest(float* __restrict__ best, const __half* __restrict__ x, const __half* __restrict__ table, const float* __restrict__ norms,
                             int points, int rows) {
  auto vx = ct::partition_view{ct::tensor_span{x, ct::extents<int, ct::dynamic_extent, 128>{points}}, ct::shape<128, 128>{}};
  auto vt = ct::partition_view{ct::tensor_span{table, ct::extents<int, ct::dynamic_extent, 128>{rows}}, ct::shape<128, 128>{}};
  auto vn = ct::partition_view{ct::tensor_span{norms, ct::extents{1, rows}}, ct::shape<1, 128>{}};
  auto points_of_block = vx.load_masked(ct::bid().x, 0);
  auto least = ct::full<ct::tile<float, ct::shape<128, 1>>>(3e38f);
  for (int t : ct::irange(0, rows / 128)) {
    auto products = ct::mma(points_of_block, ct::transpose(vt.load_masked(t, 0)), ct::zeros<ct::tile<float, ct::shape<128, 128>>>());
    least = ct::min(least, ct::reduce_min<1>(vn.load_masked(0, t) - 2.0f * products));
  }
  ct::partition_view{ct::tensor_span{best, ct::extents{points, 1}}, ct::shape<128, 1>{}}.store_masked(least, ct::bid().x, 0);
}
