// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose source numbers the tiles of the result itself: GROUP rows or columns of tiles in turn, of a grid of one dimension; and in other
// orders, some of which leave tiles out.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int TileRows, int TileColumns, class T> __tile__ auto tiles_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<TileRows, TileColumns>{}};
}

// c = a * b; counts how often each tile is computed.
template <int M, int N, int GROUP, bool ALONG_COLUMNS>
__tile_global__ void numbered_product(float* __restrict__ c, int* __restrict__ runs, const __half* __restrict__ a,
                                      const __half* __restrict__ b, int m, int n, int k) {
  constexpr int K = 64;
  int rows = (m + M - 1) / M, columns = (n + N - 1) / N, id = ct::bid().x;
  int fast = ALONG_COLUMNS ? columns : rows, slow = ALONG_COLUMNS ? rows : columns;
  int first = id / (GROUP * slow) * GROUP, width = ct::min(fast - first, GROUP);
  int x = first + id % (GROUP * slow) % width, y = id % (GROUP * slow) / width;
  int i = ALONG_COLUMNS ? y : x, j = ALONG_COLUMNS ? x : y;
  auto va = tiles_of<M, K>(a, m, k);
  auto vb = tiles_of<K, N>(b, k, n);
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles_of<M, N>(c, m, n).store_masked(sum, i, j);
  ct::atomic_add(runs + i * columns + j, 1, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

template __tile_global__ void numbered_product<128, 64, 8, false>(float*, int*, const __half*, const __half*, int, int, int);
template __tile_global__ void numbered_product<256, 128, 3, false>(float*, int*, const __half*, const __half*, int, int, int);
template __tile_global__ void numbered_product<256, 64, 4, false>(float*, int*, const __half*, const __half*, int, int, int);
template __tile_global__ void numbered_product<64, 128, 4, true>(float*, int*, const __half*, const __half*, int, int, int);
template __tile_global__ void numbered_product<128, 128, 8, true>(float*, int*, const __half*, const __half*, int, int, int);

enum { SNAKE, TURNED, BELOW, DIAGONAL, SKEWED };

// The same; tiles of the result in an order that an offset may change.
template <int M, int N, int ORDER>
__tile_global__ void ordered_product(float* __restrict__ c, int* __restrict__ runs, const __half* __restrict__ a, const __half* __restrict__ b, int m,
                                     int n, int k, int offset) {
  constexpr int K = 64;
  int rows = (m + M - 1) / M, columns = (n + N - 1) / N, id = ct::bid().x, i = 0, j = 0;
  if constexpr (ORDER == SNAKE) {  // odd rows backwards
    i = id / columns;
    j = i % 2 ? columns - 1 - id % columns : id % columns;
  } else if constexpr (ORDER == TURNED) {  // from an offset on, then from the beginning
    id = (id + offset) % (rows * columns);
    i = id % rows;
    j = id / rows;
  } else if constexpr (ORDER == BELOW) {  // the rows from an offset on
    i = id / columns + offset;
    j = id % columns;
  } else if constexpr (ORDER == DIAGONAL) {  // one of each row, and of each column
    i = id;
    j = (2 * id + offset) % columns;
  } else {  // of a grid of two dimensions, each row begins one column further
    i = ct::bid().y;
    j = (id + i) % columns;
  }
  auto va = tiles_of<M, K>(a, m, k);
  auto vb = tiles_of<K, N>(b, k, n);
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles_of<M, N>(c, m, n).store_masked(sum, i, j);
  ct::atomic_add(runs + i * columns + j, 1, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

template __tile_global__ void ordered_product<64, 64, SNAKE>(float*, int*, const __half*, const __half*, int, int, int, int);
template __tile_global__ void ordered_product<128, 64, TURNED>(float*, int*, const __half*, const __half*, int, int, int, int);
template __tile_global__ void ordered_product<64, 128, BELOW>(float*, int*, const __half*, const __half*, int, int, int, int);
template __tile_global__ void ordered_product<64, 64, DIAGONAL>(float*, int*, const __half*, const __half*, int, int, int, int);
template __tile_global__ void ordered_product<64, 64, SKEWED>(float*, int*, const __half*, const __half*, int, int, int, int);
