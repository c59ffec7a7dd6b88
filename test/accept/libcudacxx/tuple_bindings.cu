// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tuple: make_tuple, get, structured bindings, tie, apply.
#include <cuda/std/tuple>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ auto split(float x) { return cuda::std::make_tuple((int)x, x - (int)x); }
__tile_global__ void k(float* p) {
  auto [i, f] = split(p[0]);
  int a; float b;
  cuda::std::tie(a, b) = split(p[1]);
  p[0] = cuda::std::apply([](auto... v) { return (float(v) + ...); }, split(2.5f));
  p[1] = i + f + a + b + cuda::std::get<1>(split(3.5f));
}
