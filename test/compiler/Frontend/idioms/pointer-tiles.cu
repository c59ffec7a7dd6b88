// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences and comparisons of pointers, tiles of them, and other views of the bytes.
// RUN: tilec %s --run k --grid 1 --arg 'out:[4]' --arg '[8]=1' --arg '[8]=1' | FileCheck %s
// CHECK: out: 2 41 1065353216 3
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(long *out, float *p, float *q) {
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto a = p + i, b = p + 2 * i;
  ct::store(out + i, b - a);
  if (p != nullptr && q > p)
    out[0] = 1;
  else
    out[0] = 2;
  auto same = ct::element_cast<int>(a == b);
  out[1] = static_cast<int>(ct::sum<0>(same)) + 40 + (q - p > 0);
  auto v = reinterpret_cast<const unsigned *>(p);
  out[2] = v[1];
}
