// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colour pictures to grey: three bytes a pixel in, one out, with integer weights or with float ones.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

using Indices = ct::tile<int, ct::shape<1024>>;

__tile__ auto channel(const unsigned char* rgb, Indices pixel, int which, int pixels) {
  return ct::load_masked(rgb + (3 * pixel + which), pixel < pixels, (unsigned char)0);
}

__tile_global__ void grey_by_integers(unsigned char* out, const unsigned char* rgb, int pixels) {
  auto i = (int)ct::bid().x * 1024 + ct::iota<Indices>();
  auto wide = [&](int which) { return ct::element_cast<int>(channel(rgb, i, which, pixels)); };
  auto grey = (77 * wide(0) + 150 * wide(1) + 29 * wide(2) + 128) >> 8;
  ct::store_masked(out + i, ct::element_cast<unsigned char>(grey), i < pixels);
}

__tile_global__ void grey_by_floats(unsigned char* out, const unsigned char* rgb, int pixels) {
  auto i = (int)ct::bid().x * 1024 + ct::iota<Indices>();
  auto wide = [&](int which) { return ct::element_cast<float>(channel(rgb, i, which, pixels)); };
  auto grey = 0.299f * wide(0) + 0.587f * wide(1) + 0.114f * wide(2);
  ct::store_masked(out + i, ct::element_cast<unsigned char>(ct::min(ct::floor(grey + 0.5f), 255.0f)), i < pixels);
}
