// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse matrix times vector, the matrix in row slices: kSlice rows share a width, the elements of a slice lie column by
// column, and empty places have column -1.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kSlice = 32;

template <class E>
__tile_global__ void spmv(E* y, const E* values, const int* columns, const int* slice_starts, const E* x, int rows) {
  int slice = ct::bid().x;
  int begin = slice_starts[slice], end = slice_starts[slice + 1];
  auto lane = ct::iota<ct::tile<int, ct::shape<kSlice>>>();
  auto sum = ct::zeros<ct::tile<E, ct::shape<kSlice>>>();
  for (int at : ct::irange(begin, end, kSlice)) {
    auto column = ct::load(columns + (at + lane));
    auto used = column >= 0;
    sum = ct::fma(ct::load_masked(values + (at + lane), used, E(0)), ct::load_masked(x + column, used, E(0)), sum);
  }
  auto row = slice * kSlice + lane;
  ct::store_masked(y + row, sum, row < rows);
}

template __tile_global__ void spmv<float>(float*, const float*, const int*, const int*, const float*, int);
template __tile_global__ void spmv<double>(double*, const double*, const int*, const int*, const double*, int);
