// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of whole matrices.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class P, class Extents, class Shape, class Layout = ct::layout_right>
__tile__ auto tiles(P* p, Extents extents, Shape shape, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, extents, layout}, shape};
}

// c = a * b, accumulated in the element type of c.
template <class A, class B, class C, int M, int N, int K>
__tile_global__ void gemm(C* c, const A* a, const B* b, int m, int n, int k) {
  auto va = tiles(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = tiles(b, ct::extents{k, n}, ct::shape<K, N>{});
  auto [i, j, z] = ct::bid();
  (void)z;
  auto sum = ct::zeros<ct::tile<C, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles(c, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(sum, i, j);
}

#define GEMM(A, B, C) template __tile_global__ void gemm<A, B, C, 16, 32, 16>(C*, const A*, const B*, int, int, int);
