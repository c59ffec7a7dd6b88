// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decay.h"
namespace ct = cuda::tiles;

extern "C" __tile_global__ void decay(float *out, const float *in, int n, int rounds) {
  auto i = (int)ct::bid().x * 256 + ct::iota<ct::tile<int, ct::shape<256>>>();
  auto x = ct::load_masked(in + i, i < n);
  for (int r : ct::irange(0, rounds))
    x = decayed(x);
  auto sum = ct::sum<0>(x);
  ct::store_masked(out + i, x + sum, i < n);
}
