// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks -o /dev/null 2>&1 | FileCheck %s
// Lanes add up squares of what is multiplied. A CTA of four warps shares its multiprocessor with another one, so that a scheduler has a second warp.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

// CHECK-DAG: norms-beside-mmas.cu:[[#@LINE+2]]:{{.*}}4 warps, {{.*}}; planned with registers for 2 CTAs
// CHECK-DAG: 2 loads by a producer warp into 1 stage buffer of 4 stages
__tile_global__ void cosines(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<128, 64>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 128>>>();
  auto norms = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto rows = va.load_masked(ct::bid().x, t);
    sum = ct::mma(rows, ct::transpose(vb.load_masked(ct::bid().y, t)), sum);
    auto wide = ct::element_cast<float>(rows);
    norms = norms + ct::sum<1>(wide * wide);
  }
  ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 128>{}}.store_masked(sum * ct::rsqrt(norms), ct::bid().x, ct::bid().y);
}
