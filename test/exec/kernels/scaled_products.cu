// options: -arch=sm_100
// needs sm_100
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-scaled products of whole matrices: every pair of elements and scales, tiles smaller and larger than an
// instruction, ragged sizes, batches. `a` is M x K and `b` K x N; a scale for each `Block` elements along K.
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class P, class Shape> __tile__ auto matrix(P* p, int rows, int columns, Shape tile) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, tile};
}

template <class E, class S, int M, int N, int K, int Block>
__tile_global__ void scaled_gemm(float* c, const float* a, const float* sa, const float* b, const float* sb, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y, blocks = k / Block;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) {
    auto x = ct::element_cast<E>(matrix(a, m, k, ct::shape<M, K>{}).load_masked(i, t));
    auto y = ct::element_cast<E>(matrix(b, k, n, ct::shape<K, N>{}).load_masked(t, j));
    auto xs = ct::element_cast<S>(matrix(sa, m, blocks, ct::shape<M, K / Block>{}).load_masked(i, t));
    auto ys = ct::element_cast<S>(matrix(sb, blocks, n, ct::shape<K / Block, N>{}).load_masked(t, j));
    sum = ct::scaled_mma(x, xs, y, ys, sum);
  }
  matrix(c, m, n, ct::shape<M, N>{}).store_masked(sum, i, j);
}

// Of sums that are too many to store at once: c[m] is the sum of a row, weighted by column.
template <class E, class S, int M, int N, int K, int Block>
__tile_global__ void scaled_rows(float* c, const float* a, const float* sa, const float* b, const float* sb, const float* w, int m, int k) {
  int i = ct::bid().x, blocks = k / Block;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) {
    auto x = ct::element_cast<E>(matrix(a, m, k, ct::shape<M, K>{}).load_masked(i, t));
    auto y = ct::element_cast<E>(matrix(b, k, N, ct::shape<K, N>{}).load_masked(t, 0));
    auto xs = ct::element_cast<S>(matrix(sa, m, blocks, ct::shape<M, K / Block>{}).load_masked(i, t));
    auto ys = ct::element_cast<S>(matrix(sb, blocks, N, ct::shape<K / Block, N>{}).load_masked(t, 0));
    sum = ct::scaled_mma(x, xs, y, ys, sum);
  }
  auto weights = matrix(w, 1, N, ct::shape<1, N>{}).load_masked(0, 0);
  matrix(c, m, 1, ct::shape<M, 1>{}).store_masked(ct::sum(sum * weights, 1_ic), i, 0);
}
template __tile_global__ void scaled_rows<__nv_fp8_e4m3, __nv_fp8_e8m0, 128, 256, 64, 32>(float*, const float*, const float*, const float*, const float*, const float*, int, int);

// Rank 3, one block: a is B x M x K, b is B x K x N.
template <class E, class S, int B, int M, int N, int K, int Block>
__tile_global__ void scaled_batch(float* c, const float* a, const float* sa, const float* b, const float* sb) {
  auto x = ct::element_cast<E>(ct::load(a + ct::iota<ct::tile<int, ct::shape<B, M, K>>>()));
  auto xs = ct::element_cast<S>(ct::load(sa + ct::iota<ct::tile<int, ct::shape<B, M, K / Block>>>()));
  auto y = ct::element_cast<E>(ct::load(b + ct::iota<ct::tile<int, ct::shape<B, K, N>>>()));
  auto ys = ct::element_cast<S>(ct::load(sb + ct::iota<ct::tile<int, ct::shape<B, K / Block, N>>>()));
  auto zero = ct::zeros<ct::tile<float, ct::shape<B, M, N>>>();
  ct::store(c + ct::iota<ct::tile<int, ct::shape<B, M, N>>>(), ct::scaled_mma(x, xs, y, ys, zero));
}
template __tile_global__ void scaled_batch<__nv_fp8_e4m3, __nv_fp8_e8m0, 2, 16, 8, 64, 32>(float*, const float*, const float*, const float*, const float*);
template __tile_global__ void scaled_batch<__nv_fp4_e2m1, __nv_fp8_e4m3, 4, 32, 16, 128, 16>(float*, const float*, const float*, const float*, const float*);
template __tile_global__ void scaled_batch<__nv_fp8_e5m2, __nv_fp8_e8m0, 2, 128, 32, 64, 32>(float*, const float*, const float*, const float*, const float*);

#define GEMM(E, S, M, N, K, BLOCK) \
  template __tile_global__ void scaled_gemm<E, S, M, N, K, BLOCK>(float*, const float*, const float*, const float*, const float*, int, int, int);
#define GEMMS(E, S, BLOCK) GEMM(E, S, 64, 32, 64, BLOCK) GEMM(E, S, 128, 64, 128, BLOCK) GEMM(E, S, 8, 4, 32, BLOCK)
GEMMS(__nv_fp8_e4m3, __nv_fp8_e8m0, 32)
GEMMS(__nv_fp8_e5m2, __nv_fp8_e8m0, 32)
GEMMS(__nv_fp4_e2m1, __nv_fp8_e8m0, 32)
GEMMS(__nv_fp4_e2m1, __nv_fp8_e8m0, 16)
GEMMS(__nv_fp4_e2m1, __nv_fp8_e4m3, 16)
// Rows of two instructions, columns of a part of one.
GEMM(__nv_fp4_e2m1, __nv_fp8_e4m3, 256, 32, 128, 16)
// Fewer rows than an instruction has, enough columns.
GEMM(__nv_fp8_e5m2, __nv_fp8_e8m0, 32, 128, 64, 32)
