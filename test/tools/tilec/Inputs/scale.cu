// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplies an array by a factor; every tile holds 8 elements.
#include "factor.h"
#include <cuda_tile.h>
namespace ct = cuda::tiles;

extern "C" __tile_global__ void scale(float *__restrict__ out, const float *__restrict__ in, int n) {
  auto i = (int)ct::bid().x * 8 + ct::iota<ct::tile<int, ct::shape<8>>>();
  auto inside = i < n;
  ct::store_masked(out + i, ct::load_masked(in + i, inside) * FACTOR, inside);
}
