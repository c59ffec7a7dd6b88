// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose loads can be brought ahead of their iteration: ranges with any start and step, none or few iterations,
// masks with padding other than zero, loads of several types and widths, a row that all share, loops in a loop, a loop that ends
// when what it has loaded says so.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 512;
template <class T> using Line = ct::tile<T, ct::shape<kTile>>;

// Sums tiles begin, begin + Step, ... below end, and says how many there were.
template <class T, int Step>
__tile_global__ void sum_of_tiles(T* __restrict__ out, int* __restrict__ count, const T* __restrict__ in, int begin, int end) {
  auto i = ct::iota<Line<int>>();
  auto sum = ct::zeros<Line<T>>();
  int tiles = 0;
  for (int t : ct::irange(begin, end, Step)) {
    sum = sum + ct::load(in + (t * kTile + i));
    ++tiles;
  }
  ct::store(out + i, sum);
  *count = tiles;
}

// The largest element and its tile; elements behind the end are -inf.
__tile_global__ void largest_by_tiles(float* __restrict__ out, int* __restrict__ place, const float* __restrict__ in, int n) {
  auto parts = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<kTile>{}};
  float largest = -__builtin_inff();
  int at = -1;
  for (int t : ct::irange(0, ct::ceildiv(n, kTile))) {
    float here = static_cast<float>(ct::reduce_max<0>(parts.load_masked<ct::view_padding::negative_inf>(t)));
    at = here > largest ? t : at;
    largest = here > largest ? here : largest;
  }
  *out = largest;
  *place = at;
}

// A matrix of bytes times a row of halves that every row of the tile shares, with a step of each element's own.
__tile_global__ void mixed_widths(float* __restrict__ out, const signed char* __restrict__ bytes, const __half* __restrict__ row,
                                  const float* __restrict__ scales, int columns) {
  constexpr int kRows = 8, kColumns = 64;
  auto matrix = ct::partition_view{ct::tensor_span{bytes, ct::extents{kRows, columns}}, ct::shape<kRows, kColumns>{}};
  auto shared = ct::partition_view{ct::tensor_span{row, ct::extents{1, columns}}, ct::shape<1, kColumns>{}};
  auto steps = ct::partition_view{ct::tensor_span{scales, ct::extents{kRows, columns}}, ct::shape<kRows, kColumns>{}};
  auto result = ct::partition_view{ct::tensor_span{out, ct::extents{kRows, 1}}, ct::shape<kRows, 1>{}};
  auto sums = ct::zeros<ct::tile<float, ct::shape<kRows, kColumns>>>();
  for (int t : ct::irange(0, ct::ceildiv(columns, kColumns)))
    sums = sums + ct::element_cast<float>(matrix.load_masked(0, t)) * ct::element_cast<float>(shared.load_masked(0, t)) *
                      steps.load_masked(0, t);
  result.store_masked(ct::sum<1>(sums), 0, 0);
}

// Rows of `in` one after another, each in tiles; what a row leaves is written before the next begins.
__tile_global__ void rows_in_turn(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  auto parts = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<1, kTile>{}};
  for (int r : ct::irange((int)ct::bid().x, rows, (int)ct::num_blocks().x)) {
    auto sum = ct::zeros<ct::tile<float, ct::shape<1, kTile>>>();
    for (int t : ct::irange(0, ct::ceildiv(columns, kTile))) sum = sum + parts.load_masked(r, t);
    out[r] = static_cast<float>(ct::sum<0>(ct::reshape(ct::sum<1>(sum), ct::shape<1>{})));
  }
}

// Each tile is written to where the next is read: nothing may be read ahead.
__tile_global__ void chained_tiles(int* data, int tiles) {
  auto i = ct::iota<Line<int>>();
  for (int t : ct::irange(0, tiles)) ct::store(data + ((t + 1) * kTile + i), ct::load(data + (t * kTile + i)) + 1);
}

// Tiles until their sum passes the limit, and how many that took.
__tile_global__ void sum_until(float* __restrict__ sum, int* __restrict__ count, const float* __restrict__ in, int n, float limit) {
  constexpr int kLong = 2048;
  auto parts = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<kLong>{}};
  float total = 0;
  int tiles = 0;
  for (int t : ct::irange(0, ct::ceildiv(n, kLong))) {
    total += static_cast<float>(ct::sum<0>(parts.load_masked(t)));
    ++tiles;
    if (total > limit) break;
  }
  *sum = total;
  *count = tiles;
}

template __tile_global__ void sum_of_tiles<float, 1>(float*, int*, const float*, int, int);
template __tile_global__ void sum_of_tiles<float, 3>(float*, int*, const float*, int, int);
template __tile_global__ void sum_of_tiles<short, 1>(short*, int*, const short*, int, int);
template __tile_global__ void sum_of_tiles<double, 5>(double*, int*, const double*, int, int);
