// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array, and the rows of a matrix, written backwards.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 128;

template <class E> __tile_global__ void reverse(E* out, const E* in, int n) {
  auto i = (int)ct::bid().x * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  ct::store_masked(out + (n - 1 - i), ct::load_masked(in + i, i < n), i < n);
}

__tile_global__ void reverse_rows(int* out, const int* in, int rows, int columns) {
  auto row = (int)ct::bid().x * 4 + ct::reshape(ct::iota<ct::tile<int, ct::shape<4>>>(), ct::shape<4, 1>{});
  auto column = (int)ct::bid().y * 32 + ct::iota<ct::tile<int, ct::shape<1, 32>>>();
  auto inside = row < rows & column < columns;
  auto last = in + (row * columns + (columns - 1));
  ct::store_masked(out + (row * columns + column), ct::load_masked(last - column, inside), inside);
}

template __tile_global__ void reverse<char>(char*, const char*, int);
template __tile_global__ void reverse<short>(short*, const short*, int);
template __tile_global__ void reverse<float>(float*, const float*, int);
template __tile_global__ void reverse<double>(double*, const double*, int);
template __tile_global__ void reverse<bool>(bool*, const bool*, int);
