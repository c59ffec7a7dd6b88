// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views of one matrix of many, which begins where the block says: at a product of 64-bit, of unsigned and of signed
// integers, at an offset besides, and at a place that is loaded. Products of such matrices, and sums of their columns.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Rows, int Columns, class T> __tile__ auto matrix_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<Rows, Columns>{}};
}

constexpr int kRows = 64, kColumns = 64;

template <class A, class B, class C> __tile__ void sum_columns(A out, const B& view, int rows, C column) {
  auto sums = ct::zeros<ct::tile<float, ct::shape<kRows, kColumns>>>();
  for (int t : ct::irange(0, ct::ceildiv(rows, kRows))) sums = sums + view.load_masked(t, column);
  out.store_masked(ct::sum<0>(sums), 0, column);
}

// The first row of each matrix is left out.
__tile_global__ void sums_of_many(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  long long which = ct::bid().y;
  auto to = matrix_of<1, kColumns>(out + which * columns, 1, columns);
  auto from = matrix_of<kRows, kColumns>(in + (which * rows * columns + columns), rows - 1, columns);
  sum_columns(to, from, rows, (int)ct::bid().x);
}

__tile_global__ void sums_by_unsigned(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  unsigned which = ct::bid().y, height = rows, width = columns;
  auto to = matrix_of<1, kColumns>(out + which * width, 1, columns);
  auto from = matrix_of<kRows, kColumns>(in + which * height * width, rows, columns);
  sum_columns(to, from, rows, (int)ct::bid().x);
}

// Groups of two blocks share a matrix.
__tile_global__ void sums_by_int(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  int which = ct::bid().y;
  auto to = matrix_of<1, kColumns>(out + which * columns, 1, columns);
  auto from = matrix_of<kRows, kColumns>(in + which / 2 * rows * columns, rows, columns);
  sum_columns(to, from, rows, (int)ct::bid().x);
}

// Matrices in the order of a list; numbers count from a middle one, so that they may be negative.
__tile_global__ void sums_by_list(float* __restrict__ out, const float* __restrict__ in, const int* __restrict__ list, int middle,
                                  int rows, int columns) {
  int which = ct::bid().y;
  const float* zero = in + (long long)middle * rows * columns;
  auto to = matrix_of<1, kColumns>(out + which * columns, 1, columns);
  auto from = matrix_of<kRows, kColumns>(zero + (long long)list[which] * rows * columns, rows, columns);
  sum_columns(to, from, rows, (int)ct::bid().x);
}

// out = a x b, of each of many.
template <int M, int N, int K>
__tile_global__ void products_of_many(float* __restrict__ out, const __nv_bfloat16* __restrict__ a,
                                      const __nv_bfloat16* __restrict__ b, int m, int n, int k) {
  auto [i, j, which] = ct::bid();
  auto left = matrix_of<M, K>(a + (long long)which * m * k, m, k);
  auto right = matrix_of<K, N>(b + which * k * n, k, n);
  auto sums = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sums = ct::mma(left.load_masked(i, t), right.load_masked(t, j), sums);
  matrix_of<M, N>(out + (size_t)which * m * n, m, n).store_masked(sums, i, j);
}

template __tile_global__ void products_of_many<64, 64, 64>(float*, const __nv_bfloat16*, const __nv_bfloat16*, int, int, int);
