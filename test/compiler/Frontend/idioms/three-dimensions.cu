// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A grid of three dimensions by structured bindings.
// RUN: tilec %s --run k --grid 2,2,2 --arg 'out:[8]' --arg 2 --arg 2 | FileCheck %s
// CHECK: out: 0 1 10 11 100 101 110 111
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(int *out, int nx, int ny) {
  auto [x, y, z] = ct::bid();
  auto n = ct::num_blocks();
  out[(z * n.y + y) * n.x + x] = int(100 * z + 10 * y + x);
}
