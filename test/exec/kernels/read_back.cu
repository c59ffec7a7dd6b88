// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block reads back what it has just written, in other places than where it wrote: to the program one thread does both, on
// a GPU other lanes and warps do. Many rounds, so that a missing barrier shows.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 2048;
using Ints = ct::tile<int, ct::shape<kTile>>;

// Each round turns the block's part around in place and adds one.
template <int Tile> __tile_global__ void reverse_in_place(int* data, int rounds) {
  auto i = ct::iota<ct::tile<int, ct::shape<Tile>>>();
  int* part = data + (int)ct::bid().x * Tile;
  for (int round = 0; round < rounds; ++round)
    ct::store(part + i, ct::load(part + (Tile - 1 - i)) + 1);
}
template __tile_global__ void reverse_in_place<2048>(int*, int);
template __tile_global__ void reverse_in_place<64>(int*, int);

// A tile goes through memory in each round and comes back one place further on; `other` may be `data` itself.
template <int Tile> __tile_global__ void rotate(int* data, int* other, int rounds) {
  auto i = ct::iota<ct::tile<int, ct::shape<Tile>>>();
  int start = (int)ct::bid().x * Tile;
  auto values = ct::load(data + start + i);
  for (int round = 0; round < rounds; ++round) {
    ct::store(other + start + i, values);
    values = ct::load(other + start + (i + 1) % Tile);
  }
  ct::store(data + start + i, values);
}
template __tile_global__ void rotate<2048>(int*, int*, int);
template __tile_global__ void rotate<64>(int*, int*, int);

// Scalars and tiles on one array: what one lane stores all lanes load, and what all lanes store one lane loads.
__tile_global__ void scalars_and_tiles(int* data, int rounds) {
  auto i = ct::iota<Ints>();
  int* part = data + (int)ct::bid().x * kTile;
  for (int round = 0; round < rounds; ++round) {
    part[round % kTile] = round;
    auto values = ct::load(part + i);
    ct::store(part + i, values + 1);
    part[(round + 1) % kTile] = part[kTile - 1 - round % kTile] + part[round % kTile];
  }
}

// Sums by atomics, then plain loads of other elements.
__tile_global__ void after_atomics(int* data, int rounds) {
  auto i = ct::iota<Ints>();
  int* part = data + (int)ct::bid().x * kTile;
  for (int round = 0; round < rounds; ++round) {
    ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(part + i, ct::load(part + (i ^ 1)) & 1);
    ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(part + (i ^ 1000), i);
  }
}

// Two elements of a tile, 32 apart and so in neighbouring warps, name one cell: each adds to it, then each sees both sums.
__tile_global__ void shared_cells(int* cells, int* out, int rounds) {
  auto i = ct::iota<Ints>();
  auto cell = cells + (int)ct::bid().x * kTile + (i & ~32);
  auto seen = ct::zeros<Ints>();
  for (int round = 0; round < rounds; ++round) {
    ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(cell, i);
    seen = seen + ct::load(cell);
  }
  ct::store(out + (int)ct::bid().x * kTile + i, seen);
}

// An array of the block's own: scalars in, a tile through its addresses, scalars out.
__tile_global__ void local_array(int* out, int rounds) {
  int row[256];
  for (int k = 0; k < 256; ++k)
    row[k] = k * ((int)ct::bid().x + 1);
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>();
  for (int round = 0; round < rounds; ++round)
    ct::store(row + i, ct::load(row + (255 - i)) + 1);
  for (int k = 0; k < 256; ++k)
    out[(int)ct::bid().x * 256 + k] = row[k];
}
