// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of whole matrices in tiles that warpgroups multiply; either factor may be stored with its columns consecutive.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <bool IsTransposed, class P, class Extents, class Shape> __tile__ auto matrix(P* p, Extents extents, Shape shape) {
  if constexpr (IsTransposed)
    return ct::partition_view{ct::tensor_span{p, extents, ct::layout_left{}}, shape};
  else
    return ct::partition_view{ct::tensor_span{p, extents}, shape};
}

// c = a * b, added up in `Sum`.
template <class C, class A, class B, class Sum, int M, int N, int K, bool ATransposed, bool BTransposed>
__tile_global__ void warpgroup_gemm(C* __restrict__ c, const A* __restrict__ a, const B* __restrict__ b, int m, int n, int k) {
  auto va = matrix<ATransposed>(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = matrix<BTransposed>(b, ct::extents{k, n}, ct::shape<K, N>{});
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<Sum, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  matrix<false>(c, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(ct::element_cast<C>(sum), i, j);
}
#define WARPGROUP_GEMM(C, A, B, SUM, M, N, K, TA, TB)                                                                         \
  template __tile_global__ void warpgroup_gemm<C, A, B, SUM, M, N, K, TA, TB>(C*, const A*, const B*, int, int, int);
