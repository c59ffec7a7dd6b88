// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Persistent blocks: any number of blocks shares the tiles of an array, by stride over num_blocks or by asking a counter for
// the next tile; and a grid of three dimensions.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 128;

template <class T> __tile__ auto tiles_of(T* p, int n) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<kTile>{}};
}

__tile_global__ void square_by_stride(float* out, const float* in, int n) {
  auto from = tiles_of(in, n);
  auto to = tiles_of(out, n);
  int blocks = ct::num_blocks().x;
  for (int t = ct::bid().x; t < ct::ceildiv(n, kTile); t += blocks) {
    auto x = from.load_masked(t);
    to.store_masked(x * x, t);
  }
}

// `next` starts as zero.
__tile_global__ void square_by_counter(float* out, const float* in, int n, int* next) {
  auto from = tiles_of(in, n);
  auto to = tiles_of(out, n);
  int tiles = ct::ceildiv(n, kTile);
  while (true) {
    int t = ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(next, 1);
    if (t >= tiles) break;
    auto x = from.load_masked(t);
    to.store_masked(x * x, t);
  }
}

// Each block of a three-dimensional grid writes its place in the grid and the size of the grid.
__tile_global__ void grid_coordinates(unsigned* out) {
  auto b = ct::bid();
  auto n = ct::num_blocks();
  unsigned* mine = out + 6 * ((b.z * n.y + b.y) * n.x + b.x);
  mine[0] = b.x, mine[1] = b.y, mine[2] = b.z;
  mine[3] = n.x, mine[4] = n.y, mine[5] = n.z;
}
