// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The GEMM that docs/Architecture.md follows: c = a * b, bf16 with f32 accumulators, tiles of 128x128, 64 along K.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void gemm(__nv_bfloat16* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, int m, int n,
                          int k) {
  auto viewA = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  auto viewB = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  auto viewC = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  int row = ct::bid().x, column = ct::bid().y;
  auto sum = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.f);
  for (int step = 0; step < (k + 63) / 64; ++step)
    sum = ct::mma(viewA.load_masked(row, step), viewB.load_masked(step, column), sum);
  viewC.store_masked(ct::element_cast<__nv_bfloat16>(sum), row, column);
}
