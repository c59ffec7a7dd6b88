// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of rank 3, and the result type of matmul.
// REQUIRES: cuda-headers
// RUN: tilec %s --run k --grid 1 --arg 'out:[8]' --arg '[32]=1' --arg '[32]=2' | FileCheck %s
// CHECK: out: 8 8 8 8 8 8 8 8
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float *out, const __nv_bfloat16 *a, const __nv_bfloat16 *b) {
  ct::partition_view A{ct::tensor_span{a, ct::extents{2, 4, 4}}, ct::shape<2, 4, 4>{}},
      B{ct::tensor_span{b, ct::extents{2, 4, 4}}, ct::shape<2, 4, 4>{}};
  auto c = ct::matmul(A.load(0, 0, 0), B.load(0, 0, 0));
  static_assert(__is_same(decltype(c)::element_type, float));
  auto t = ct::reduce_max<2>(ct::permute(c, ct::dimension_map<0, 2, 1>{}));
  ct::partition_view{ct::tensor_span{out, ct::extents{2, 4, 1}}, ct::shape<2, 4, 1>{}}.store(t, 0, 0, 0);
}
