// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histogram of bytes: every element adds to its bin; or each block counts its bins by comparison and adds them once.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 512, kBins = 64;
constexpr auto kRelaxed = ct::memory_order::relaxed;
constexpr auto kDevice = ct::thread_scope::device;
using Indices = ct::tile<int, ct::shape<kTile>>;

__tile_global__ void histogram_by_element(unsigned* bins, const unsigned char* in, int n) {
  auto i = (int)ct::bid().x * kTile + ct::iota<Indices>();
  auto value = ct::load_masked(in + i, i < n);
  (void)ct::atomic_add_masked<kRelaxed, kDevice>(bins + value, ct::ones<ct::tile<unsigned, ct::shape<kTile>>>(), i < n);
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
