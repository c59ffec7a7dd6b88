// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T();
  return p;
}
int failures = 0;
void expect(const char *what, int i, double got, double want, double tolerance = 1e-4) {
  if (!(std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) && failures++ < 5)
    std::printf("%s[%d]: %g, not %g\n", what, i, got, want);
}
int done() {
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  std::printf(failures || e != cudaSuccess ? "FAILED\n" : "passed\n");
  return failures != 0 || e != cudaSuccess;
}
__tile_global__ void k(int *p) {
  struct Acc { int n = 0, sum{}; __tile__ void add(int v) { ++n, sum += v; } __tile__ auto mean() const -> int { return sum / n; } };
  enum { First = 3, Last = 8 };
  using Step = ct::integral_constant<2>;
  union Bits { float f; unsigned u; };
  Acc acc;
  for (int i = First; i < Last; i += Step::value) acc.add(p[i]);
  p[0] = acc.mean();
  Bits b{.f = 1.0f};
  p[1] = b.u >> 23;
  typedef int Pair[2];
  Pair q = {4, 5};
  int(&r)[2] = q;
  p[2] = [](auto &&a) { int s = 0; for (auto v : a) s += v; return s; }(r);
  static constexpr int weights[] = {1, 2, 3};
  constexpr auto total = [] { int s = 0; for (int w : weights) s += w; return s; }();
  p[9] = total;
  if (int v = p[3]; v > 2) p[10] = v; else if (int w = v + 1; w) p[10] = -w;
  for (struct { int i, j; } s{0, 10}; s.i < s.j; s.i++, s.j--) p[11]++;
  struct XY { int x, y; }; auto [a, c] = (XY){p[4], p[5]};
  p[12] = a * 10 + c;
}
int main() {
  int *p = managed<int>(16);
  for (int i = 0; i < 9; ++i) p[i] = i;
  k<<<1>>>(p);
  cudaDeviceSynchronize();
  expect("mean", 0, p[0], 5), expect("bits", 1, p[1], 127), expect("array", 2, p[2], 9), expect("total", 9, p[9], 6), expect("if", 10, p[10], 3), expect("for", 11, p[11], 5), expect("bind", 12, p[12], 45);
  return done();
}
