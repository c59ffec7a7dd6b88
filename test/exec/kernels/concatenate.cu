// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Concatenation: of arrays of run-time length, and of tiles along either axis; and tiles taken apart and put together.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 128;

__tile_global__ void concatenate_arrays(float* out, const float* a, int na, const float* b, int nb) {
  auto i = (int)ct::bid().x * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  auto from_a = i < na, from_b = !from_a & i < na + nb;
  auto source = ct::select(from_a, a + i, b + (i - na));
  ct::store_masked(out + i, ct::load_masked(source, from_a | from_b), from_a | from_b);
}

template <int Rows, int Columns>
__tile_global__ void concatenate_tiles(int* rows_out, int* columns_out, const int* a, const int* b) {
  auto i = ct::iota<ct::tile<int, ct::shape<Rows, Columns>>>();
  auto x = ct::load(a + i), y = ct::load(b + i);
  ct::store(rows_out + ct::iota<ct::tile<int, ct::shape<2 * Rows, Columns>>>(), ct::cat<0>(x, y));
  ct::store(columns_out + ct::iota<ct::tile<int, ct::shape<Rows, 2 * Columns>>>(), ct::cat(x, y, 1_ic));
}
template __tile_global__ void concatenate_tiles<4, 8>(int*, int*, const int*, const int*);
template __tile_global__ void concatenate_tiles<64, 2>(int*, int*, const int*, const int*);

// Quarters of a tile change places: the block named by run-time indices goes to the opposite corner.
template <int Rows, int Columns> __tile_global__ void swap_quarters(float* out, const float* in, int row, int column) {
  using Quarter = ct::shape<Rows / 2, Columns / 2>;
  auto i = ct::iota<ct::tile<int, ct::shape<Rows, Columns>>>();
  auto x = ct::load(in + i);
  auto here = ct::extract(x, Quarter{}, row, column);
  auto there = ct::extract(x, Quarter{}, 1 - row, 1 - column);
  ct::store(out + i, ct::insert(ct::insert(x, here, 1 - row, 1 - column), there, row, column));
}
template __tile_global__ void swap_quarters<8, 16>(float*, const float*, int, int);
template __tile_global__ void swap_quarters<32, 2>(float*, const float*, int, int);
