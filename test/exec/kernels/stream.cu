// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams through an array: prefix sums of rows longer than a tile, the search for the tile where a sum passes a limit, the
// elements that are kept moved together, and a histogram counted in the block's own memory.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 512;
using Indices = ct::tile<int, ct::shape<kTile>>;

// Each row by one block, the sum so far carried from tile to tile.
template <class T> __tile_global__ void scan_long_rows(T* __restrict__ out, const T* __restrict__ in, int columns) {
  const T* from = in + (long long)ct::bid().x * columns;
  T* to = out + (long long)ct::bid().x * columns;
  T before = 0;
  for (int t : ct::irange(0, ct::ceildiv(columns, kTile))) {
    auto i = t * kTile + ct::iota<Indices>();
    auto part = ct::load_masked(from + i, i < columns, T(0));
    ct::store_masked(to + i, ct::partial_sum<0>(part) + before, i < columns);
    before = before + static_cast<T>(ct::sum<0>(part));
  }
}

// The first tile behind which the sum of all elements so far is above `limit`, or the number of tiles.
__tile_global__ void find_limit(int* found, long long* sum, const int* in, int n, long long limit) {
  using Wide = ct::tile<long long, ct::shape<kTile>>;
  long long total = 0;
  int tiles = ct::ceildiv(n, kTile), where = tiles;
  for (int t : ct::irange(0, tiles)) {
    auto i = t * kTile + ct::iota<Indices>();
    Wide part = ct::load_masked(in + i, i < n, 0);
    total = total + static_cast<long long>(ct::sum<0>(part));
    if (total > limit) {
      where = t;
      break;
    }
  }
  *found = where;
  *sum = total;
}

// Moves the elements above `limit` together. Each block draws room for its own by one addition: elements of a block keep
// their order, blocks come in any.
__tile_global__ void compact(float* __restrict__ out, unsigned* __restrict__ count, const float* __restrict__ in, int n,
                             float limit) {
  auto i = (int)ct::bid().x * kTile + ct::iota<Indices>();
  auto value = ct::load_masked(in + i, i < n, 0.0f);
  auto kept = i < n & value > limit;
  auto one = ct::element_cast<unsigned>(kept);
  auto place = ct::partial_sum<0>(one) - one;
  unsigned number = static_cast<unsigned>(ct::sum<0>(one));
  unsigned begin = ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(count, number);
  ct::store_masked(out + (begin + place), value, kept);
}

// Counts 256 bins in an array of the block and adds it to the result once.
__tile_global__ void histogram_own(unsigned* bins, const unsigned char* in, int n) {
  using Bins = ct::tile<int, ct::shape<256>>;
  unsigned own[256];
  ct::store(&own[0] + ct::iota<Bins>(), ct::zeros<ct::tile<unsigned, ct::shape<256>>>());
  for (int t : ct::irange((int)ct::bid().x, ct::ceildiv(n, kTile), (int)ct::num_blocks().x)) {
    auto i = t * kTile + ct::iota<Indices>();
    auto value = ct::load_masked(in + i, i < n);
    (void)ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::block>(
        &own[0] + value, ct::ones<ct::tile<unsigned, ct::shape<kTile>>>(), i < n);
  }
  (void)ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(bins + ct::iota<Bins>(),
                                                                           ct::load(&own[0] + ct::iota<Bins>()));
}

template __tile_global__ void scan_long_rows<float>(float*, const float*, int);
template __tile_global__ void scan_long_rows<int>(int*, const int*, int);
