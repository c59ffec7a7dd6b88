// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bitset in tile code.
#include <cuda/std/bitset>
#include <cuda_tile.h>
__tile_global__ void k(int* p, int n) {
  cuda::std::bitset<32> b(n);
  b.set(3);
  p[0] = b.test(3) + (int)b.count() + b.any();
}
