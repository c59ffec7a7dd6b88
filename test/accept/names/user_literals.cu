// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's literals, one with a name close to the API's.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr unsigned long long operator""_KiB(unsigned long long v) { return v * 1024; }
consteval int operator""_i(unsigned long long v) { return int(v); }
namespace lit { constexpr float operator""_f(long double v) { return float(v); } }
using namespace lit;

constexpr auto bytes = 4_KiB;

__tile_global__ void k(float* p) {
  constexpr int n = 64_i;
  auto t = ct::full<ct::tile<float, ct::shape<n>>>(1.f);
  auto s = ct::reshape(t, ct::shape{8_ic, 8_ic});
  p[0] = static_cast<float>(ct::sum(ct::sum(s, 0_ic), 1_ic)) + bytes;
}
