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

__tile_global__ void concatenate_tiles(int* rows_out, int* columns_out, const int* a, const int* b) {
  auto i = ct::iota<ct::tile<int, ct::shape<4, 8>>>();
  auto x = ct::load(a + i), y = ct::load(b + i);
  ct::store(rows_out + ct::iota<ct::tile<int, ct::shape<8, 8>>>(), ct::cat<0>(x, y));
  ct::store(columns_out + ct::iota<ct::tile<int, ct::shape<4, 16>>>(), ct::cat(x, y, 1_ic));
}

// Quarters of a tile change places: the block named by run-time indices goes to the opposite corner.
__tile_global__ void swap_quarters(float* out, const float* in, int row, int column) {
  auto i = ct::iota<ct::tile<int, ct::shape<8, 16>>>();
  auto x = ct::load(in + i);
  auto here = ct::extract(x, ct::shape<4, 8>{}, row, column);
  auto there = ct::extract(x, ct::shape<4, 8>{}, 1 - row, 1 - column);
  ct::store(out + i, ct::insert(ct::insert(x, here, 1 - row, 1 - column), there, row, column));
}
