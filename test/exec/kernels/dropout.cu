// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dropout whose random bits are an integer hash of seed and position: nothing is stored between forward and backward.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 512;
using Words = ct::tile<unsigned, ct::shape<kTile>>;

__tile__ Words hash(Words x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// Element i is kept, and divided by the chance to be kept, where hash(i ^ hash(seed)) >= threshold.
__tile_global__ void dropout(float* out, const float* in, unsigned n, unsigned seed, unsigned threshold, float scale) {
  auto i = ct::bid().x * (unsigned)kTile + ct::iota<Words>();
  auto inside = i < n;
  auto keep = hash(i ^ hash(ct::full<Words>(seed))) >= threshold;
  auto x = ct::load_masked(in + i, inside & keep, 0.0f);
  ct::store_masked(out + i, x * scale, inside);
}
