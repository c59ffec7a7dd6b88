// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a -o %t.ptx
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// A load that no execution reaches has no multi-stage buffer: only one role would still wait for it.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Sums = ct::tile<float, ct::shape<128, 128>>;

// CHECK-LABEL: func.func @{{.*}}sums_of_squaresB2v0
// CHECK:       tile_gpu.warp_roles
// CHECK:       tma_load
// CHECK-NOT:   tma_load
// CHECK-LABEL: func.func
__tile_global__ void sums_of_squares(float *__restrict__ out, const __nv_bfloat16 *__restrict__ a, int m, int k,
                                     int steps) {
  auto sums = ct::zeros<Sums>();
  auto rows = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  for (int t : ct::irange(0, steps)) {
    if (t < 0) {
      auto never = rows.load_masked(t, 1);
      sums = ct::mma(never, ct::transpose(never), sums);
    }
    auto x = rows.load_masked(0, t);
    sums = ct::mma(x, ct::transpose(x), sums);
  }
  ct::store(out + ct::iota<ct::tile<int, ct::shape<128, 128>>>(), sums);
}
