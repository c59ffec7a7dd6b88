// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Alias templates, default template arguments, dependent defaults.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T, int M, int N = M> using mat = ct::tile<T, ct::shape<M, N>>;
template <class T> using elem = ct::tile_element_t<T>;
template <class T, class Acc = float, int BM = 64, int BN = BM, int BK = 128 / sizeof(T)>
__tile_global__ void matmul(const T* a, const T* b, Acc* c, int m, int n, int k) {
  auto av = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
  auto bv = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
  mat<Acc, BM, BN> acc = ct::zeros<mat<Acc, BM, BN>>();
  static_assert(sizeof(elem<decltype(acc)>) == sizeof(Acc));
  for (int i = 0; i < k / BK; ++i) acc = ct::mma(av.load(ct::bid().x, i), bv.load(i, ct::bid().y), acc);
  ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}}.store(acc, ct::bid().x, ct::bid().y);
}
template __tile_global__ void matmul<float>(const float*, const float*, float*, int, int, int);
template __tile_global__ void matmul<double, double, 32>(const double*, const double*, double*, int, int, int);
