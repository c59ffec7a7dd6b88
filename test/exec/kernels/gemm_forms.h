// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop along k that products of matrices share; `a` and `b` are views, (i, j) the tile of the result.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Rows, int Columns, class P, class Layout = ct::layout_right>
__tile__ auto matrix_tiles(P* p, int rows, int columns, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, ct::shape<Rows, Columns>{}};
}

template <class Sum, int M, int N, class A, class B> __tile__ auto product_of_views(A a, B b, int i, int j, int begin, int end) {
  auto sum = ct::zeros<ct::tile<Sum, ct::shape<M, N>>>();
  for (int t : ct::irange(begin, end)) sum = ct::mma(a.load_masked(i, t), b.load_masked(t, j), sum);
  return sum;
}

template <class Tile> __tile__ auto gelu(Tile x) {
  return x * 0.5f * (1.0f + ct::tanh(x * (x * x * 0.044715f + 1.0f) * 0.7978846f));
}
template <class Tile> __tile__ auto silu(Tile x) {
  return x / (1.0f + ct::exp(-x));
}
