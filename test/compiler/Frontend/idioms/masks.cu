// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of bool by logical and bitwise operators, reduced.
// RUN: tilec %s --run k --grid 1 --arg 'out:[10]' --arg '[8]=iota' --arg 7 | FileCheck %s
// CHECK: out: 1 0 0 0 2 0 4 5 1 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(int *out, const int *in, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::load_masked(in + i, i < n, -1);
  auto odd = (x & 1) != 0, big = x > 3;
  auto both = odd && !big || x == 6;
  out[0] = static_cast<bool>(ct::any_of<0>(both));
  out[1] = static_cast<bool>(ct::all_of<0>(both));
  ct::store(out + 2 + i, ct::select(both, ct::element_cast<int>(both ^ odd), x));
}
