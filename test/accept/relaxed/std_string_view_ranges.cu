// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// string_view lengths in constants and numbers.
#include <numbers>
#include <numeric>
#include <string_view>
#include <cuda_tile.h>
__tile_global__ void k(float* p) {
  constexpr auto n = std::string_view("tile").size();
  constexpr int g = std::gcd(12, 18);
  p[0] = n + g + std::numbers::pi_v<float>;
  constexpr float mid = std::midpoint(1.f, 2.f);
  p[1] = mid;
}
