// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Captures of all kinds, nested, mutable, immediately invoked, recursion by self parameter left out.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  float acc = 0;
  auto by_ref = [&] { acc += n; };
  auto by_val = [=](float a) { return a * n; };
  auto mixed = [&acc, m = n * 2](auto t) mutable { acc += m++; return t + float(m); };
  auto nested = [&](auto f) { return [&, f](auto t) { return f(t) * 2.f; }; };
  constexpr auto sq = [](int a) constexpr { return a * a; };
  static_assert(sq(3) == 9);
  by_ref();
  x = nested([](auto t) { return ct::abs(t); })(mixed(x));
  const float c = [&]() -> float { if (n > 3) return 1.f; return by_val(2.f); }();
  auto [lo, hi] = [&] { struct R { float a, b; }; return R{c, acc}; }();
  ct::store(p + i, x * lo + hi + c);
}
