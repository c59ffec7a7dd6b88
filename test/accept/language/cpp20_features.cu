// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison operators, ranges of initialisers, aggregate parentheses, lambdas in unevaluated operands, using enum.
#include <cuda_tile.h>
struct V { int a, b; __tile__ bool operator==(const V&) const = default; };
template <class T> struct Agg { T t; int n; };
__tile_global__ void k(int* p, int n) {
  V u{1, n}, w{.a = 1, .b = 2};
  Agg<float> g(1.5f, 2);
  using F = decltype([](int x) { return x + 1; });
  F f;
  for (int acc = 0; int x : {1, 2, 3}) p[acc++] = x;
  p[4] = (u == w) + (u != w) + g.n + f(3);
  if (n > 0) [[likely]] p[5] = 1; else [[unlikely]] p[5] = 2;
  auto sum = []<class... T>(T... t) { return (t + ... + 0); };
  p[6] = sum(1, 2, 3);
}
