// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of tiles are found from inside a namespace that has operators of its own.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

namespace geo {
struct Box { float lo, hi; };
__tile__ bool operator<(Box a, Box b) { return a.lo < b.lo; }
__tile__ bool operator==(Box a, Box b) { return a.lo == b.lo && a.hi == b.hi; }
__tile__ Box operator|(Box a, Box b) { return {ct::min(a.lo, b.lo), ct::max(a.hi, b.hi)}; }
__tile__ Box operator-(Box a) { return {-a.hi, -a.lo}; }

__tile_global__ void bounds(const float* p, float* out, int n) {
  Box b{1e30f, -1e30f};
  for (auto j : ct::irange(0, n, 256)) {
    auto i = ct::iota<ct::tile<int, ct::shape<256>>>() + j;
    auto ok = i < n & i >= 0;
    auto x = ct::load_masked(p + i, ok, 0.f);
    b = b | Box{(float)ct::reduce_min(x, 0_ic), (float)ct::reduce_max(x, 0_ic)};
  }
  if (b == -b || b < Box{0, 0}) out[2] = 1.f;
  out[0] = b.lo;
  out[1] = b.hi;
}
}  // namespace geo
