// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot product of two arrays by a fixed number of blocks: each loops over its tiles and leaves one partial sum.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 2048;

template <class T>
__tile_global__ void dot_product(float* __restrict__ partials, const T* __restrict__ a, const T* __restrict__ b, int n) {
  using Indices = ct::tile<int, ct::shape<kTile>>;
  auto sums = ct::zeros<ct::tile<float, ct::shape<kTile>>>();
  for (int t : ct::irange((int)ct::bid().x, ct::ceildiv(n, kTile), (int)ct::num_blocks().x)) {
    auto i = t * kTile + ct::iota<Indices>();
    auto inside = i < n;
    auto x = ct::element_cast<float>(ct::load_masked(a + i, inside, T(0)));
    auto y = ct::element_cast<float>(ct::load_masked(b + i, inside, T(0)));
    sums = ct::fma(x, y, sums);
  }
  partials[ct::bid().x] = static_cast<float>(ct::sum<0>(sums));
}

template __tile_global__ void dot_product<float>(float*, const float*, const float*, int);
template __tile_global__ void dot_product<__half>(float*, const __half*, const __half*, int);
