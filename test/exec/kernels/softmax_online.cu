// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax of rows longer than a tile: the running maximum and the running sum are carried over the tiles of a row.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 128;
using Cell = ct::tile<float, ct::shape<1, 1>>;

template <class T> __tile__ auto tiles_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, kTile>{}};
}

__tile_global__ void softmax_online_forward(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  int row = ct::bid().x, tiles = ct::ceildiv(columns, kTile);
  auto x = tiles_of(in, rows, columns);
  auto y = tiles_of(out, rows, columns);
  Cell largest = ct::full<Cell>(-__builtin_inff());
  Cell total = ct::zeros<Cell>();
  for (int t : ct::irange(0, tiles)) {
    auto part = x.load_masked<ct::view_padding::negative_inf>(row, t);
    auto next = ct::max(largest, ct::reduce_max<1>(part));
    // A row that is all -inf so far has no finite maximum; shifting by zero keeps its sum at zero instead of NaN.
    auto shift = ct::select(next == -__builtin_inff(), ct::zeros<Cell>(), next);
    total = total * ct::exp(largest - shift) + ct::sum<1>(ct::exp(part - shift));
    largest = next;
  }
  for (int t : ct::irange(0, tiles)) {
    auto part = x.load_masked<ct::view_padding::negative_inf>(row, t);
    y.store_masked(ct::exp(part - largest) / total, row, t);
  }
}

__tile_global__ void softmax_online_backward(float* __restrict__ din, const float* __restrict__ dout,
                                             const float* __restrict__ out, int rows, int columns) {
  int row = ct::bid().x, tiles = ct::ceildiv(columns, kTile);
  auto y = tiles_of(out, rows, columns), dy = tiles_of(dout, rows, columns);
  auto dx = tiles_of(din, rows, columns);
  Cell dot = ct::zeros<Cell>();
  for (int t : ct::irange(0, tiles)) dot = dot + ct::sum<1>(y.load_masked(row, t) * dy.load_masked(row, t));
  for (int t : ct::irange(0, tiles)) dx.store_masked(y.load_masked(row, t) * (dy.load_masked(row, t) - dot), row, t);
}
