// options: --bounds=mask
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unmasked accesses through views of tensors whose extents are arguments, compiled so that none leaves its tensor.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// Each tile of matrix z, doubled; the grid may have tiles that are wholly outside.
template <class T, int TileRows, int TileColumns>
__tile_global__ void doubled(T* __restrict__ out, const T* __restrict__ in, int rows, int columns) {
  auto tiles = [=](auto* p) {
    auto span = ct::tensor_span{p + (long long)ct::bid().z * rows * columns, ct::extents{rows, columns}};
    return ct::partition_view{span, ct::shape<TileRows, TileColumns>{}};
  };
  auto x = tiles(in).load(ct::bid().x, ct::bid().y);
  tiles(out).store(x + x, ct::bid().x, ct::bid().y);
}

// Sums of the rows that a list names; numbers that no row has count as rows of zeros.
__tile_global__ void sums_of_listed_rows(int* __restrict__ out, const int* __restrict__ in, const int* list, int rows, int columns) {
  int block = ct::bid().x;
  auto from = ct::gather_scatter_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<8, 32>{}, 0_ic};
  auto row = ct::load(list + (block * 8 + ct::iota<ct::tile<int, ct::shape<8>>>()));
  auto sums = ct::zeros<ct::tile<int, ct::shape<8, 32>>>();
  for (int t : ct::irange(0, ct::ceildiv(columns, 32))) sums = sums + from.load(row, t);
  ct::store(out + (block * 8 + ct::iota<ct::tile<int, ct::shape<8>>>()), ct::reshape(ct::sum<1>(sums), ct::shape<8>{}));
}

template __tile_global__ void doubled<float, 16, 32>(float*, const float*, int, int);
template __tile_global__ void doubled<short, 16, 32>(short*, const short*, int, int);
