// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of tiles, by index and by range.
// RUN: tilec %s --run k --grid 1 --arg 'out:[4]' --arg '[12]=iota' --arg 1 | FileCheck %s
// CHECK: out: 12 14 16 18
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float *out, const float *in, int n) {
  using T = ct::tile<float, ct::shape<4>>;
  T parts[3];
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  for (int j = 0; j < 3; ++j)
    parts[j] = ct::load(in + (i + 4 * j));
  T best = parts[0];
  for (T &p : parts)
    best = ct::max(best, p);
  ct::store(out + i, best + parts[n % 3]);
}
