// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of type auto, an if with initialiser and attribute.
// RUN: tilec %s --run k --grid 1 --arg 'out:[8]' --arg '[8]=iota' | FileCheck %s
// CHECK: out: 2 2 2 3 4 5 5 5
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile__ auto clampTo(auto x, auto low, auto high) {
  return ct::min(ct::max(x, low), high);
}
__tile_global__ void k(float *out, const float *in) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  if (auto x = ct::load(in + i); static_cast<float>(ct::reduce_max<0>(x)) > 5.0f) [[likely]]
    ct::store(out + i, clampTo(x, 2.0f, 5));
  else
    ct::store(out + i, x);
}
