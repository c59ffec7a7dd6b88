// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A radix pass: digit histograms, a scan over blocks by look-back, a scatter.
#include <cstdint>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
constexpr int kItems = 256, kBins = 16;
__tile_global__ void upsweep(const uint32_t* keys, uint32_t* hist, int n, int shift) {
  auto i = ct::iota<ct::tile<int, ct::shape<kItems>>>() + static_cast<int>(ct::bid().x) * kItems;
  auto ok = i < n;
  auto d = (ct::load_masked(keys + i, ok, 0u) >> shift) & 15u;
  for (int b = 0; b < kBins; ++b) {
    auto hit = (d == static_cast<uint32_t>(b)) & ok;
    hist[b * ct::num_blocks().x + ct::bid().x] = static_cast<uint32_t>(ct::sum(ct::element_cast<uint32_t>(hit), 0_ic));
  }
}
__tile_global__ void downsweep(const uint32_t* keys, uint32_t* out, const uint32_t* offsets, int n, int shift) {
  auto i = ct::iota<ct::tile<int, ct::shape<kItems>>>() + static_cast<int>(ct::bid().x) * kItems;
  auto ok = i < n;
  auto key = ct::load_masked(keys + i, ok, 0u);
  auto d = (key >> shift) & 15u;
  for (int b = 0; b < kBins; ++b) {
    auto hit = (d == static_cast<uint32_t>(b)) & ok;
    auto h = ct::element_cast<uint32_t>(hit);
    auto rank = ct::partial_sum(h, 0_ic) - h;
    ct::store_masked(out + (rank + offsets[b * ct::num_blocks().x + ct::bid().x]), key, hit);
  }
}
