// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A switch with initialiser, fallthrough, and loops and returns inside.
// RUN: tilec %s --run k --grid 4 --arg 'out:[4]' --arg '[4]=iota' | FileCheck %s
// CHECK: out: 11 10 0 -1
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
enum Mode : unsigned char { A, B, C };
__tile_global__ void k(int *out, const unsigned char *modes) {
  using enum Mode;
  int i = ct::bid().x, v = 0;
  switch (Mode m = Mode(modes[i]); m) {
  case A:
    v += 1;
    [[fallthrough]];
  case B:
    v += 10;
    break;
  case C: {
    for (int j = 0; j < 5; ++j) {
      if (j == 3)
        break;
      v += j;
    }
    return;
  }
  default:
    v = -1;
  }
  out[i] = v;
}
