// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places by a scan, and a masked store to them.
// RUN: tilec %s --run compact --grid 1 --arg 'out:[4]' --arg '[8]=iota' --arg 'out:[1]' | FileCheck %s
// CHECK: out: 0 2 4 6
// CHECK-NEXT: count: 4
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void compact(int *out, const int *in, int *count) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::load(in + i);
  auto keep = x % 2 == 0;
  auto place = ct::partial_sum(ct::element_cast<int>(keep), 0_ic) - 1;
  ct::store_masked(out + place, x, keep);
  *count = static_cast<int>(ct::sum(ct::element_cast<int>(keep), 0_ic));
}
