// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++23 -ccbin clang++-22
// C++23: deducing this, multidimensional subscript, size suffix, static operator().
#include <cuda_tile.h>
struct M { int* p; int ld; __tile__ int& operator[](int i, int j) const { return p[i * ld + j]; } };
struct D { int v; template <class S> __tile__ auto get(this S&& s) { return s.v; } };
struct C { __tile__ static int operator()(int x) { return x * 2; } };
__tile_global__ void k(int* p, int n) {
  M m{p, n};
  m[1, 2] = D{3}.get() + C{}(4);
  auto z = 10uz;
  if consteval { p[0] = 1; } else { p[0] = z; }
  auto fib = [](this auto self, int x) -> int { return x; };
  p[1] = fib(3);
}
