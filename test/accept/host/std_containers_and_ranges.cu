// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Newer library headers around a kernel: span, ranges, string_view, optional, variant, format-like helpers.
#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <deque>
#include <iostream>
#include <list>
#include <numbers>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string_view>
#include <variant>
#include <vector>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
__tile_global__ void mul(float* p, float f) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::load(p + i) * f); }

std::optional<std::vector<float>> compute(std::span<const float> in) {
  if (in.size() != 32 || !std::has_single_bit(in.size())) return std::nullopt;
  float* d;
  cudaMalloc(&d, in.size_bytes());
  cudaMemcpy(d, in.data(), in.size_bytes(), cudaMemcpyDefault);
  mul<<<1, 1>>>(d, std::numbers::pi_v<float>);
  std::vector<float> out(in.size());
  cudaMemcpy(out.data(), d, in.size_bytes(), cudaMemcpyDefault);
  cudaFree(d);
  return out;
}
int main() {
  std::array<float, 32> a{};
  std::ranges::fill(a, 1.f);
  auto r = compute(a);
  std::variant<int, std::string_view> v = "text";
  for (float x : a | std::views::transform([](float f) { return f * 2; }) | std::views::take(3)) std::cout << x << ' ';
  return r ? std::get_if<int>(&v) != nullptr : 1;
}
