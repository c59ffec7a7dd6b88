// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no bit-fields, also where only a list fills them
#include <cuda_tile.h>

struct B { int x : 3; int y : 5; int z; };  // expected: bit-field
__tile_global__ void k(int* q) {
  B b{1, 2, 7};
  q[0] = b.z;
}
