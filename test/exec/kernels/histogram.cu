// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histogram of bytes: every element adds to its bin; or each block counts its bins by comparison and adds them once; or
// every element adds to its bin in a long loop, so that the compiler counts in the block's own memory.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 512, kLongTile = 2048, kBins = 64;
constexpr auto kRelaxed = ct::memory_order::relaxed;
constexpr auto kDevice = ct::thread_scope::device;
using Indices = ct::tile<int, ct::shape<kTile>>;

__tile_global__ void histogram_by_element(unsigned* bins, const unsigned char* in, int n) {
  auto i = (int)ct::bid().x * kTile + ct::iota<Indices>();
  auto value = ct::load_masked(in + i, i < n);
  (void)ct::atomic_add_masked<kRelaxed, kDevice>(bins + value, ct::ones<ct::tile<unsigned, ct::shape<kTile>>>(), i < n);
}

__tile_global__ void histogram_in_loop(unsigned* __restrict__ bins, const unsigned char* in, int n) {
  for (int t : ct::irange((int)ct::bid().x, ct::ceildiv(n, kLongTile), (int)ct::num_blocks().x)) {
    auto i = t * kLongTile + ct::iota<ct::tile<int, ct::shape<kLongTile>>>();
    auto value = ct::load_masked(in + i, i < n);
    (void)ct::atomic_add_masked<kRelaxed, kDevice>(bins + value, ct::ones<ct::tile<unsigned, ct::shape<kLongTile>>>(),
                                                   i < n);
  }
}

// The largest value of each key, and how much each key has lost.
__tile_global__ void extremes_in_loop(int* __restrict__ largest, int* __restrict__ lost, const unsigned char* keys,
                                      const int* values, int n) {
  for (int t : ct::irange(0, ct::ceildiv(n, kLongTile))) {
    auto i = t * kLongTile + ct::iota<ct::tile<int, ct::shape<kLongTile>>>();
    auto key = ct::load_masked(keys + i, i < n);
    auto value = ct::load_masked(values + i, i < n);
    (void)ct::atomic_max_masked<kRelaxed, kDevice>(largest + key, value, i < n);
    (void)ct::atomic_sub_masked<kRelaxed, kDevice>(lost + key, value, i < n);
  }
}

// The sum of each key's values, and what each key has spent.
__tile_global__ void sums_in_loop(float* __restrict__ sums, float* __restrict__ spent, const unsigned char* keys,
                                  const float* values, int n) {
  for (int t : ct::irange((int)ct::bid().x, ct::ceildiv(n, kLongTile), (int)ct::num_blocks().x)) {
    auto i = t * kLongTile + ct::iota<ct::tile<int, ct::shape<kLongTile>>>();
    auto key = ct::load_masked(keys + i, i < n);
    auto value = ct::load_masked(values + i, i < n);
    (void)ct::atomic_add_masked<kRelaxed, kDevice>(sums + key, value, i < n);
    (void)ct::atomic_sub_masked<kRelaxed, kDevice>(spent + (key & (unsigned char)7), value, i < n && value > 0.0f);
  }
}

// Values are below kBins here.
__tile_global__ void histogram_by_block(unsigned* bins, const unsigned char* in, int n) {
  auto bin = ct::iota<ct::tile<unsigned char, ct::shape<kBins, 1>>>();
  auto counts = ct::zeros<ct::tile<unsigned, ct::shape<kBins, 1>>>();
  for (int t : ct::irange((int)ct::bid().x, ct::ceildiv(n, 64), (int)ct::num_blocks().x)) {
    auto i = t * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
    auto value = ct::load_masked(in + i, i < n, (unsigned char)255);
    counts = counts + ct::sum<1>(ct::element_cast<unsigned>(value == bin));
  }
  (void)ct::atomic_add<kRelaxed, kDevice>(bins + ct::iota<ct::tile<int, ct::shape<kBins, 1>>>(), counts);
}
