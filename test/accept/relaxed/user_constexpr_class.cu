// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// A user's constexpr class without annotations.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
class Rational {
 public:
  constexpr Rational(int n, int d = 1) : n_(n / gcd(n, d)), d_(d / gcd(n, d)) {}
  constexpr Rational operator*(Rational o) const { return {n_ * o.n_, d_ * o.d_}; }
  constexpr explicit operator float() const { return float(n_) / d_; }
  static constexpr int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
 private:
  int n_, d_;
};
__tile_global__ void k(float* p, int n) {
  constexpr Rational half(1, 2);
  constexpr float c = float(half * Rational(3, 9));
  p[0] = c;
}
