// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of cells that many elements of a tile share by their places in it: columns of a matrix, groups of neighbours.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr auto kRelaxed = ct::memory_order::relaxed;
constexpr auto kDevice = ct::thread_scope::device;

// Adds up the columns of a matrix, a tile of rows for each block.
template <class T, int Rows, int Columns> __tile_global__ void add_columns(T* sums, T* largest, const T* in, int rows, int columns) {
  auto i = (int)ct::bid().y * Rows + ct::iota<ct::tile<int, ct::shape<Rows>>>();
  auto row = ct::reshape<ct::shape<Rows, 1>>(i);
  auto column = (int)ct::bid().x * Columns + ct::iota<ct::tile<int, ct::shape<Columns>>>();
  auto inside = row < rows & column < columns;
  auto x = ct::load_masked(in + (row * columns + column), inside, T(0));
  auto cells = ct::broadcast<ct::shape<Rows, Columns>>(column);
  (void)ct::atomic_add_masked<kRelaxed, kDevice>(sums + cells, x, inside);
  if constexpr (T(0.5) == 0) (void)ct::atomic_max_masked<kRelaxed, kDevice>(largest + cells, x, inside);
}

// Adds up groups of `Group` elements side by side, and every `Group`-th one.
template <class T, int Group> __tile_global__ void add_groups(T* sums, T* combed, const T* in, int n) {
  auto i = (int)ct::bid().x * 512 + ct::iota<ct::tile<int, ct::shape<512>>>();
  auto x = ct::load_masked(in + i, i < n, T(0));
  (void)ct::atomic_add_masked<kRelaxed, kDevice>(sums + i / Group, x, i < n);
  (void)ct::atomic_sub_masked<kRelaxed, kDevice>(combed + i % Group, x, i < n);
}

template __tile_global__ void add_columns<int, 16, 32>(int*, int*, const int*, int, int);
template __tile_global__ void add_columns<long, 8, 64>(long*, long*, const long*, int, int);
template __tile_global__ void add_columns<float, 64, 64>(float*, float*, const float*, int, int);
template __tile_global__ void add_groups<int, 8>(int*, int*, const int*, int);
template __tile_global__ void add_groups<float, 32>(float*, float*, const float*, int);
template __tile_global__ void add_groups<double, 7>(double*, double*, const double*, int);
