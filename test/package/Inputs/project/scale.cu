// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "offset.cuh"
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int N> __tile_global__ void scale(float *out, const float *in, int n) {
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(out + i, ct::load_masked(in + i, i < n) * float(FACTOR) + float(OFFSET), i < n);
}
