// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop until all elements agree, with a break.
// RUN: tilec %s --run roots --grid 1 --arg 'out:[4]' --arg '[4]=4' | FileCheck %s
// CHECK: out: 200 200 200 200
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void roots(float *out, const float *in) {
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto a = ct::load(in + i), x = a;
  int steps = 0;
  while (ct::any_of<0>(ct::abs(x * x - a) > 1e-4f)) {
    x = 0.5f * (x + a / x);
    if (++steps == 30)
      break;
  }
  ct::store(out + i, ct::floor(x * 100.0f + 0.5f));
}
