// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose tiles are larger than a CTA has room for, with all that may stand around them: both orders of the grid's
// dimensions, row vectors, reductions of rows, updates that happen once a block.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int... D> using Tile = ct::tile<T, ct::shape<D...>>;

template <int TileRows, int TileColumns, class T> __tile__ auto tiles_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<TileRows, TileColumns>{}};
}

// c = a * b; the block's row is its x, or its y.
template <class T, class Sum, int M, int N, int K, bool RowsByY>
__tile_global__ void large_product(Sum* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  int i = RowsByY ? ct::bid().y : ct::bid().x, j = RowsByY ? ct::bid().x : ct::bid().y;
  auto va = tiles_of<M, K>(a, m, k);
  auto vb = tiles_of<K, N>(b, k, n);
  auto sum = ct::zeros<Tile<Sum, M, N>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles_of<M, N>(c, m, n).store_masked(sum, i, j);
}

// c = a * b + bias of the row, stored through pointers, by blocks in a row; counts the blocks.
template <int M, int N, int K>
__tile_global__ void large_product_with_bias(float* __restrict__ c, int* __restrict__ blocks, const __half* __restrict__ a,
                                             const __half* __restrict__ b, const float* __restrict__ bias, int m, int n, int k) {
  int columns = (n + N - 1) / N, id = ct::bid().x, i = id / columns, j = id % columns;
  auto va = tiles_of<M, K>(a, m, k);
  auto vb = tiles_of<K, N>(b, k, n);
  auto sum = ct::zeros<Tile<float, M, N>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  auto row = ct::reshape(i * M + ct::iota<Tile<int, M>>(), ct::shape<M, 1>{});
  auto column = ct::reshape(j * N + ct::iota<Tile<int, N>>(), ct::shape<1, N>{});
  sum = sum + ct::load_masked(bias + row, row < m, 0.0f);
  ct::store_masked(c + row * n + column, sum, row < m & column < n);
  ct::atomic_add(blocks, (int)(ct::num_blocks().x == columns * ((m + M - 1) / M)), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

// Sums of the rows of a * b and their largest elements, of one block of columns.
template <int M, int N, int K>
__tile_global__ void large_product_rows(float* __restrict__ sums, float* __restrict__ largest, const __half* __restrict__ a,
                                        const __half* __restrict__ b, int m, int k) {
  int i = ct::bid().x;
  auto va = tiles_of<M, K>(a, m, k);
  auto vb = tiles_of<K, N>(b, k, N);
  auto sum = ct::zeros<Tile<float, M, N>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, 0), sum);
  tiles_of<M, 1>(sums, m, 1).store_masked(ct::sum<1>(sum), i, 0);
  tiles_of<M, 1>(largest, m, 1).store_masked(ct::reduce_max<1>(sum), i, 0);
}

// Without __restrict__ the parts of a block may meet: it stays whole.
__tile_global__ void large_product_in_place(__half* x, const __half* w, int m) {
  int i = ct::bid().x;
  auto rows = tiles_of<256, 256>(x, m, 256);
  auto sum = ct::mma(rows.load_masked(i, 0), tiles_of<256, 256>(w, 256, 256).load(0, 0), ct::zeros<Tile<float, 256, 256>>());
  rows.store_masked(ct::element_cast<__half>(sum), i, 0);
}

template __tile_global__ void large_product<__half, float, 256, 256, 64, false>(float*, const __half*, const __half*, int, int, int);
template __tile_global__ void large_product<__half, float, 512, 128, 32, true>(float*, const __half*, const __half*, int, int, int);
template __tile_global__ void large_product<signed char, int, 256, 256, 64, true>(int*, const signed char*, const signed char*, int, int, int);
template __tile_global__ void large_product<float, float, 256, 256, 16, false>(float*, const float*, const float*, int, int, int);
template __tile_global__ void large_product_with_bias<256, 512, 64>(float*, int*, const __half*, const __half*, const float*, int, int, int);
template __tile_global__ void large_product_rows<256, 256, 64>(float*, float*, const __half*, const __half*, int, int);
