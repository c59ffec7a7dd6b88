// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in tiles so small that memory is too slow for them; with a factor for each row and a term for each column of the result.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class S, class T> __tile__ auto tiles_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, S{}};
}
template <int N, class T> __tile__ auto parts_of(T* p, int size) { return ct::partition_view{ct::tensor_span{p, ct::extents{size}}, ct::shape<N>{}}; }

// c = max(scale * (a * b) + bias, 0). TURNED: b is stored by columns. NUMBERED: a grid of one dimension, columns first.
template <class In, class Mul, int M, int N, int K, bool TURNED, bool NUMBERED>
__tile_global__ void small_product(float* __restrict__ c, const In* __restrict__ a, const In* __restrict__ b, const float* __restrict__ scale,
                                   const float* __restrict__ bias, int m, int n, int k) {
  int rows = (m + M - 1) / M, i = ct::bid().x, j = ct::bid().y;
  if constexpr (NUMBERED) {
    j = i / rows;
    i = i % rows;
  }
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) {
    auto ta = ct::element_cast<Mul>(tiles_of<ct::shape<M, K>>(a, m, k).load_masked(i, t));
    if constexpr (TURNED)
      sum = ct::mma(ta, ct::element_cast<Mul>(ct::transpose(tiles_of<ct::shape<N, K>>(b, n, k).load_masked(j, t))), sum);
    else
      sum = ct::mma(ta, ct::element_cast<Mul>(tiles_of<ct::shape<K, N>>(b, k, n).load_masked(t, j)), sum);
  }
  auto of_rows = ct::reshape(parts_of<M>(scale, m).load_masked(i), ct::shape<M, 1>{});
  auto of_columns = ct::reshape(parts_of<N>(bias, n).load_masked(j), ct::shape<1, N>{});
  auto result = sum * ct::broadcast(of_rows, ct::shape<M, N>{}) + ct::broadcast(of_columns, ct::shape<M, N>{});
  tiles_of<ct::shape<M, N>>(c, m, n).store_masked(ct::max(result, ct::full<decltype(result)>(0.0f)), i, j);
}

#define SMALL(IN, MUL, M, N, K, TURNED, NUMBERED) \
  template __tile_global__ void small_product<IN, MUL, M, N, K, TURNED, NUMBERED>(float*, const IN*, const IN*, const float*, const float*, int, int, int);
