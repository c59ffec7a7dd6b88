// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums and products along the rows of a matrix: rows that fit a tile, rows that do not (a carry goes from tile to
// tile), and sums down the columns of a tile.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E, int Width> __tile_global__ void scan_short_rows(E* sums, E* products, const E* in, int rows, int columns) {
  auto view = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<2, Width>{}}; };
  int block = ct::bid().x;
  auto x = view(in).load_masked(block, 0);
  view(sums).store_masked(ct::partial_sum<1>(x), block, 0);
  view(products).store_masked(ct::partial_prod(x, 1_ic), block, 0);
}

__tile_global__ void scan_long_rows(double* out, const double* in, int rows, int columns) {
  using Cell = ct::tile<double, ct::shape<1, 1>>;
  auto view = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, 128>{}}; };
  int row = ct::bid().x;
  auto carry = ct::zeros<Cell>();
  for (int t : ct::irange(0, ct::ceildiv(columns, 128))) {
    auto x = view(in).load_masked(row, t);
    view(out).store_masked(carry + ct::partial_sum<1>(x), row, t);
    carry = carry + ct::sum<1>(x);
  }
}

__tile_global__ void scan_columns(int* out, const int* in) {
  auto i = ct::iota<ct::tile<int, ct::shape<32, 16>>>() + (int)ct::bid().x * 512;
  ct::store(out + i, ct::partial_sum<0>(ct::load(in + i)));
}

template __tile_global__ void scan_short_rows<int, 64>(int*, int*, const int*, int, int);
template __tile_global__ void scan_short_rows<unsigned, 64>(unsigned*, unsigned*, const unsigned*, int, int);
template __tile_global__ void scan_short_rows<float, 64>(float*, float*, const float*, int, int);
