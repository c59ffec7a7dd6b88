// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row softmax that relies on argument-dependent lookup for every call with a tile.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <int N>
__tile_global__ void softmax_rows(const float* __restrict__ in, float* __restrict__ out, int cols) {
  using idx_t = ct::tile<int, ct::shape<N>>;
  auto col = ct::iota<idx_t>();
  auto keep = col < cols;
  auto row = static_cast<int>(ct::bid().x) * cols;
  auto x = load_masked(in + (col + row), keep, -1e30f);
  auto m = reduce_max(x, 0_ic);
  auto e = exp(x - m);
  auto s = sum(e, 0_ic);
  store_masked(out + (col + row), e / s, keep);
}

template __tile_global__ void softmax_rows<256>(const float*, float*, int);
