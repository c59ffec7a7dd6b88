// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of the columns of a matrix: a block loops over all rows of its columns; or each block takes a part of the rows and
// adds its sums by atomics through a view; there `columns` is a multiple of kColumns.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kRows = 32, kColumns = 64;

template <class T> __tile__ auto matrix_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<kRows, kColumns>{}};
}
template <class T> __tile__ auto sums_of(T* p, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{1, columns}}, ct::shape<1, kColumns>{}};
}

template <class T> __tile_global__ void column_sums(T* __restrict__ out, const T* __restrict__ in, int rows, int columns) {
  int block = ct::bid().x;
  auto matrix = matrix_of(in, rows, columns);
  auto sums = ct::zeros<ct::tile<T, ct::shape<kRows, kColumns>>>();
  for (int t : ct::irange(0, ct::ceildiv(rows, kRows))) sums = sums + matrix.load_masked(t, block);
  sums_of(out, columns).store_masked(ct::sum<0>(sums), 0, block);
}

template <class T>
__tile_global__ void column_sums_split(T* __restrict__ out, const T* __restrict__ in, int rows, int columns) {
  int block = ct::bid().x;
  auto matrix = matrix_of(in, rows, columns);
  auto sums = ct::zeros<ct::tile<T, ct::shape<kRows, kColumns>>>();
  for (int t : ct::irange((int)ct::bid().y, ct::ceildiv(rows, kRows), (int)ct::num_blocks().y))
    sums = sums + matrix.load_masked(t, block);
  sums_of(out, columns)
      .atomic_add(ct::sum<0>(sums), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, block);
}

template __tile_global__ void column_sums<float>(float*, const float*, int, int);
template __tile_global__ void column_sums<int>(int*, const int*, int, int);
template __tile_global__ void column_sums_split<float>(float*, const float*, int, int);
template __tile_global__ void column_sums_split<int>(int*, const int*, int, int);
