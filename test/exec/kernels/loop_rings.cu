// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose loads can be brought ahead only with more than the counter: of rows that a list names, under conditions that
// are computed or listed, with rings of different depth, behind a break, and with a store in each iteration.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 512;
using Line = ct::tile<float, ct::shape<kTile>>;
using Places = ct::tile<int, ct::shape<kTile>>;

template <class T> __tile__ auto lines(T* p, int n) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<kTile>{}};
}

// Elements that a list names, tile by tile; -1 is none.
__tile_global__ void sum_listed(float* __restrict__ out, const float* __restrict__ values, const int* __restrict__ list, int tiles) {
  auto i = ct::iota<Places>();
  auto sum = ct::zeros<Line>();
  for (int t : ct::irange(0, tiles)) {
    auto at = ct::load(list + (t * kTile + i));
    sum = sum + ct::load_masked(values + at, at >= 0, 0.0f);
  }
  ct::store(out + i, sum);
}

// The same, and what the list says is used by itself, too.
__tile_global__ void weigh_listed(float* __restrict__ out, const float* __restrict__ values, const int* __restrict__ list, int tiles) {
  auto i = ct::iota<Places>();
  auto sum = ct::zeros<Line>();
  for (int t : ct::irange(0, tiles)) {
    auto at = ct::load(list + (t * kTile + i));
    sum = sum + ct::load(values + at) * ct::element_cast<float>(at & 7);
  }
  ct::store(out + i, sum);
}

// Tiles of a view in the order of a list, one number each; -1 is left out.
__tile_global__ void sum_pages_in_order(float* __restrict__ out, const float* __restrict__ in, const int* __restrict__ list, int pages,
                                        int n) {
  auto parts = lines(in, n);
  auto sum = ct::zeros<Line>();
  for (int t : ct::irange(0, pages)) {
    int page = list[t];
    if (page >= 0) sum = sum + parts.load_masked(page);
  }
  ct::store(out + ct::iota<Places>(), sum);
}

// Two of three tiles from one array, every third from the other, backwards.
__tile_global__ void alternate(float* __restrict__ out, const float* __restrict__ a, const float* __restrict__ b, int tiles, int n) {
  auto left = lines(a, n), right = lines(b, n);
  auto sum = ct::zeros<Line>();
  for (int t : ct::irange(0, tiles)) {
    if (t % 3 != 1)
      sum = sum + left.load_masked(t);
    else
      sum = sum - right.load_masked(tiles - 1 - t);
  }
  ct::store(out + ct::iota<Places>(), sum);
}

// Rings of 2, of 5, and of as many slots as there should be.
__tile_global__ void three_depths(float* __restrict__ out, const float* __restrict__ a, const float* __restrict__ b,
                                  const float* __restrict__ c, int tiles, int n) {
  auto first = lines(a, n), second = lines(b, n), third = lines(c, n);
  auto sum = ct::zeros<Line>();
  for (int t : ct::irange(0, tiles)) {
    [[cutile::hint(0, latency = 2)]] auto x = first.load_masked(t);
    [[cutile::hint(0, latency = 5)]] auto y = second.load_masked(t);
    sum = ct::fma(x, y, sum) + third.load_masked(t);
  }
  ct::store(out + ct::iota<Places>(), sum);
}

// Copies tiles until one is empty, and says how many that were.
__tile_global__ void copy_until_zero(int* __restrict__ out, int* __restrict__ count, const int* __restrict__ in, int n) {
  auto from = lines(in, n);
  auto to = lines(out, n);
  int copied = 0;
  for (int t : ct::irange(0, ct::ceildiv(n, kTile))) {
    auto tile = from.load_masked(t);
    if (static_cast<int>(ct::reduce_max<0>(tile)) == 0) break;
    to.store_masked(tile, t);
    ++copied;
  }
  *count = copied;
}

// What lies behind the end is NaN.
__tile_global__ void count_outside(int* __restrict__ out, const float* __restrict__ in, int n, int tiles) {
  auto parts = lines(in, n);
  auto outside = ct::zeros<Places>();
  for (int t : ct::irange(0, tiles)) {
    auto x = parts.load_masked<ct::view_padding::nan>(t);
    outside = outside + ct::element_cast<int>(x != x);
  }
  ct::store(out + ct::iota<Places>(), outside);
}
