// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Returns before the end: of a block without work, of a block that finds a mark in its data, out of loops, and out of a
// switch; and functions that return from inside loops.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 64;
using Indices = ct::tile<int, ct::shape<kTile>>;

// Blocks whose part begins beyond `n` or whose first element is negative leave the output alone.
__tile_global__ void double_unless_marked(int* out, const int* in, int n) {
  int first = (int)ct::bid().x * kTile;
  if (first >= n) return;
  if (in[first] < 0) return;
  auto i = first + ct::iota<Indices>();
  ct::store_masked(out + i, 2 * ct::load_masked(in + i, i < n), i < n);
}

// Position of the first element of the row that equals `wanted`, or -1.
__tile_global__ void find_in_rows(int* position, const int* in, int columns, int wanted) {
  int row = ct::bid().x;
  for (int start = 0; start < columns; start += kTile) {
    auto column = start + ct::iota<Indices>();
    auto hit = ct::load_masked(in + (row * columns + column), column < columns, wanted - 1) == wanted;
    if (ct::any_of<0>(hit)) {
      position[row] = start + (int)static_cast<unsigned>(ct::max_element<0>(ct::element_cast<int>(hit)));
      return;
    }
  }
  position[row] = -1;
}

__tile__ int digits(unsigned x, unsigned base) {
  for (int count = 1;; ++count) {
    if (x < base) return count;
    x /= base;
  }
}

__tile__ int classify(int x) {
  switch (x % 5) {
    case 0: return 10;
    case 1:
    case 2: {
      int total = 0;
      for (int i = 0; i < x; ++i) {
        if (i % 2) continue;
        if (total > 20) return -total;
        total += i;
      }
      return total;
    }
    case 3: x += 100; [[fallthrough]];
    default: break;
  }
  return x;
}

__tile_global__ void scalar_control(int* out, const int* in, int n) {
  int i = ct::bid().x;
  if (i >= n) return;
  int x = in[i];
  switch (classify(x)) {
    case 10: out[i] = 7; return;
    case 0: break;
    default: x = classify(x);
  }
  do {
    x -= 3;
    if (x == 41) break;
  } while (x > 40);
  out[i] = x + 1000 * digits(i, 10);
}
