// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices that have sizes and places of their own, which the kernel loads: nothing of a matrix is an argument.
#include "gemm_forms.h"
#include <cuda_fp16.h>

// Problem p multiplies sizes[3p] rows of sizes[3p + 2] elements, from element places[3p] of `a` on, by as many rows of sizes[3p + 1] elements from
// places[3p + 1] of `b` on; the product begins at places[3p + 2] of `c`. A block walks over the tiles of all.
template <int M, int N, int K>
__tile_global__ void gemm_problems(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b,
                                   const long* __restrict__ places, const int* __restrict__ sizes, int count) {
  using namespace ct::literals;
  int next = ct::bid().x, first = 0;
  for (int p : ct::irange(0, count)) {
    auto place = [&](int i) { return ct::assume_divisible(ct::load(places + 3 * p + i), 8_ic); };
    int m = ct::load(sizes + 3 * p), n = ct::assume_divisible(ct::load(sizes + 3 * p + 1), 8_ic);
    int k = ct::assume_divisible(ct::load(sizes + 3 * p + 2), 8_ic), columns = ct::ceildiv(n, N), tiles = ct::ceildiv(m, M) * columns;
    auto va = matrix_tiles<M, K>(a + place(0), m, k);
    auto vb = matrix_tiles<K, N>(b + place(1), k, n);
    auto vc = matrix_tiles<M, N>(c + place(2), m, n);
    for (; next < first + tiles; next += ct::num_blocks().x) {
      int i = (next - first) / columns, j = (next - first) % columns;
      vc.store_masked(product_of_views<float, M, N>(va, vb, i, j, 0, ct::ceildiv(k, K)), i, j);
    }
    first += tiles;
  }
}
template __tile_global__ void gemm_problems<64, 64, 64>(float*, const __half*, const __half*, const long*, const int*, int);
template __tile_global__ void gemm_problems<128, 128, 64>(float*, const __half*, const __half*, const long*, const int*, int);
