// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output of scalars and tiles, assertions.
#include <cassert>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::load(p + i);
  printf("block %d of %d: %f\n", ct::bid().x, ct::num_blocks().x, x);
  printf("n = %d, name %s, pointer %p, 100%%\n", n, "tile", (void*)p);
  assert(n > 0);
  assert(n < 100 && "too many");
  if (n == 3) std::printf("three\n");
}
