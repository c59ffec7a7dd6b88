// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads whose addresses come from loads: pages of a cache by a page table, and a matrix stored as its non-zero blocks.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kPage = 16, kWidth = 64;

// Sums the rows of one sequence, whose pages of kPage rows lie anywhere in the cache. Pages beyond the table are -1.
__tile_global__ void sum_pages(float* __restrict__ out, const float* __restrict__ cache, const int* __restrict__ page_tables,
                               const int* __restrict__ lengths, int max_pages) {
  int sequence = ct::bid().x;
  int length = lengths[sequence];
  auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<kPage>>>(), ct::shape<kPage, 1>{});
  auto column = ct::iota<ct::tile<int, ct::shape<kWidth>>>();
  auto sums = ct::zeros<ct::tile<float, ct::shape<kPage, kWidth>>>();
  for (int t : ct::irange(0, ct::ceildiv(length, kPage))) {
    int page = page_tables[sequence * max_pages + t];
    if (page < 0) break;
    auto at = (page * kPage + row) * kWidth + column;
    sums = sums + ct::load_masked(cache + at, t * kPage + row < length, 0.0f);
  }
  ct::store(out + (sequence * kWidth + ct::iota<ct::tile<int, ct::shape<1, kWidth>>>()), ct::sum<0>(sums));
}

// out[i] = values[second[first[i]]].
__tile_global__ void two_levels(float* __restrict__ out, const float* __restrict__ values, const int* __restrict__ first,
                                const int* __restrict__ second, int n) {
  using Indices = ct::tile<int, ct::shape<256>>;
  auto i = (int)ct::bid().x * 256 + ct::iota<Indices>();
  auto inside = i < n;
  auto where = ct::load_masked(second + ct::load_masked(first + i, inside, 0), inside, 0);
  ct::store_masked(out + i, ct::load_masked(values + where, inside), inside);
}

// Matrix times vector, the matrix as kBlock x kBlock blocks: those of block row r are starts[r] to starts[r + 1] - 1, each
// with its block column.
constexpr int kBlock = 32;
__tile_global__ void block_sparse(float* __restrict__ y, const float* __restrict__ blocks, const int* __restrict__ block_columns,
                                  const int* __restrict__ starts, const float* __restrict__ x) {
  int r = ct::bid().x;
  auto line = ct::iota<ct::tile<int, ct::shape<kBlock>>>();
  auto element = ct::reshape(line, ct::shape<kBlock, 1>{}) * kBlock + line;
  auto sums = ct::zeros<ct::tile<float, ct::shape<kBlock, kBlock>>>();
  for (int b : ct::irange(starts[r], starts[r + 1])) {
    auto part = ct::load(x + (block_columns[b] * kBlock + ct::iota<ct::tile<int, ct::shape<1, kBlock>>>()));
    sums = ct::fma(ct::load(blocks + (b * kBlock * kBlock + element)), part, sums);
  }
  auto result = r * kBlock + ct::iota<ct::tile<int, ct::shape<kBlock, 1>>>();
  ct::store(y + result, ct::sum<1>(sums));
}
