// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void scale(float *out, const float *in, int n) { // <b> & "quotes"
  auto i = (int)ct::bid().x * 256 + ct::iota<ct::tile<int, ct::shape<256>>>();
  auto x = ct::load_masked(in + i, i < n);
  ct::store_masked(out + i, x * 3.0f, i < n);
}
