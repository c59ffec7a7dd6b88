// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// Candidates: 1 is the default and slow, 1024 is fast; others must be found to be wrong, each in its own way.
#pragma tilec tune(kernel = scale<{N}>; N = 1, 16, 32, 64, 1024, 4096; pipeline-loops = auto, off; \
                   grid = (n + N - 1) / N; where = N != 16 && N < 8192)
template <int N> __tile_global__ void scale(float *out, const float *in, int n) {
  static_assert(N < 4096, "too large");
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto x = ct::load_masked(in + i, i < n);
  if constexpr (N == 32)
    x = x + 0.5f;
  if constexpr (N == 64)
    x = x + ct::load_masked((const float *)8 + i, i < n); // no memory is there
  ct::store_masked(out + i, x * 3.0f, i < n);
}
