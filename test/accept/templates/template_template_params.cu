// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Template template parameters over layouts and element types.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> struct RowMajor { using layout = ct::layout_right; using type = T; };
template <class T> struct ColMajor { using layout = ct::layout_left; using type = T; };
template <template <class> class L, class T> struct Operand {
  T* p; int rows, cols;
  __tile__ auto span() const { return ct::tensor_span{p, ct::extents{rows, cols}, typename L<T>::layout{}}; }
  template <int M, int N> __tile__ auto view() const { return ct::partition_view{span(), ct::shape<M, N>{}}; }
};
template <template <class> class LA, template <class> class LB, class T>
__tile_global__ void gemm(T* a, T* b, float* c, int m, int n, int k) {
  Operand<LA, T> A{a, m, k};
  Operand<LB, T> B{b, k, n};
  Operand<RowMajor, float> C{c, m, n};
  auto av = A.template view<32, 32>();
  auto bv = B.template view<32, 32>();
  auto acc = ct::zeros<ct::tile<float, ct::shape<32, 32>>>();
  for (auto i : ct::irange(0, (k + 31) / 32)) acc = ct::mma(av.load_masked(ct::bid().y, i), bv.load_masked(i, ct::bid().x), acc);
  C.template view<32, 32>().store_masked(acc, ct::bid().y, ct::bid().x);
}
template __tile_global__ void gemm<RowMajor, ColMajor, float>(float*, float*, float*, int, int, int);
