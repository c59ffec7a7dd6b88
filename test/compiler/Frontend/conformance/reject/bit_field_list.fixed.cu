// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no bit-fields, also where only a list fills them (put right)
#include <cuda_tile.h>

struct B { int x; int y; int z; };
__tile_global__ void k(int* q) {
  B b{1, 2, 7};
  q[0] = b.z;
}
