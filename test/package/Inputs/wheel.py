# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel by the package that was installed."""
import array
import os

import tilec

SOURCE = """#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int N> __tile_global__ void scale(float *out, const float *in, int n) {
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(out + i, ct::load_masked(in + i, i < n) * 3.0f, i < n);
}
"""
x, out = array.array("f", range(300)), array.array("f", bytes(1200))
tilec.compile(SOURCE, names=["scale<256>"])["scale<256>"][2](out, x, 300)
print(int(out[0]), int(out[1]), int(out[299]))
print(os.path.dirname(tilec.__file__))
