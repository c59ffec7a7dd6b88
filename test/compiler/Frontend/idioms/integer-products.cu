// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of bytes of different signs.
// RUN: tilec %s --run k --grid 1 --arg 'out:[256]' --arg '[256]=2' --arg '[256]=3' | FileCheck %s
// CHECK: out: 96 96 96 96 96 96 96 96 96 96 96 96 96 96 96 96 96 96
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(int *out, const signed char *a, const unsigned char *b) {
  auto r = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
  auto c = ct::mma(ct::load(a + r), ct::load(b + r), ct::zeros<ct::tile<int, ct::shape<16, 16>>>());
  ct::store(out + r, c);
}
