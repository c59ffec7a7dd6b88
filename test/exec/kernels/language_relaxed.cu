// options: --expt-relaxed-constexpr
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain constexpr functions in the constant expressions of tile code.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int triangle(int n) { return n * (n + 1) / 2; }
constexpr int gcd(int a, int b) {
  while (b) {
    int r = a % b;
    a = b;
    b = r;
  }
  return a;
}

__tile_global__ void relaxed(int* out) {
  constexpr int fixed = triangle(10);
  out[0] = fixed;
  auto i = ct::iota<ct::tile<int, ct::shape<gcd(24, 16)>>>();
  ct::store(out + 1 + i, i * 10);
}
