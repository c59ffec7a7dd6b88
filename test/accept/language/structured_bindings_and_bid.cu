// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bid and num_blocks in all their uses.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p, int tiles_n) {
  auto [x, y, z] = ct::bid();
  const auto [gx, gy, gz] = ct::num_blocks();
  uint3 b = ct::bid();
  dim3 g = ct::num_blocks();
  unsigned linear = x + gx * (y + gy * z);
  int m = linear / tiles_n, n = linear % tiles_n;
  p[linear] = m * n + b.x + g.z + gz;
}
