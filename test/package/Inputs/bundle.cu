// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;

#pragma tilec tune(kernel = scale<{N}>; N = 8, 64, 256, 1024; grid = (n + N - 1) / N)
template <int N> __tile_global__ void scale(float *out, const float *in, float factor, int n) {
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(out + i, ct::load_masked(in + i, i < n) * factor, i < n);
}
