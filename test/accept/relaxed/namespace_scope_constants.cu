// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants at namespace scope computed by plain constexpr functions need no flag.
#include <algorithm>
#include <array>
#include <limits>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
constexpr int cdiv(int a, int b) { return (a + b - 1) / b; }
constexpr int blocks = cdiv(1000, 128);
constexpr int largest = std::max({1, 5, 3});
constexpr float inf = std::numeric_limits<float>::infinity();
template <int N> struct Config { static constexpr int tile = std::min(N, 64); enum { warps = cdiv(N, 32) }; };
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<Config<128>::tile>>>();
  ct::store(p + i, ct::full<ct::tile<float, ct::shape<Config<64>::tile>>>(-inf));
  p[0] = blocks + largest + Config<100>::warps;
}
