// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small tiles of floats, and some whose matrices are as large as the grid.
#include "small_blocks.h"

SMALL(__half, __half, 16, 16, 32, false, false)
SMALL(__half, __half, 16, 16, 32, true, true)
SMALL(__nv_bfloat16, __nv_bfloat16, 16, 32, 32, false, true)
SMALL(float, __nv_tf32, 16, 16, 16, false, true)

template <int M, int N, int K> __tile_global__ void product_of_grid(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int k) {
  int i = ct::bid().x, j = ct::bid().y, m = int(ct::num_blocks().x) * M - 8, n = int(ct::num_blocks().y) * N - 8;
  auto va = tiles_of<ct::shape<M, K>>(a, m, k);
  auto vb = tiles_of<ct::shape<K, N>>(b, k, n);
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles_of<ct::shape<M, N>>(c, m, n).store_masked(sum, i, j);
}
template __tile_global__ void product_of_grid<16, 16, 32>(float*, const __half*, const __half*, int);
