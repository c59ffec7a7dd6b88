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
template <int N> __tile__ auto shiftUp(ct::tile<int, ct::shape<N>> t, int *scratch, int fill) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(scratch + 1 + i, t);
  return ct::select(i == 0, ct::full<decltype(t)>(fill), ct::load(scratch + i));
}
template <int N> __tile_global__ void align(const char *a, const char *b, int m, int *scratch, int *best) {
  using T = ct::tile<int, ct::shape<N>>;
  auto i = ct::iota<T>();
  auto ca = ct::load(a + i);
  T prev = ct::zeros<T>(), prev2 = prev, top = prev;
  for (int d = 0; d < N + m - 1; ++d) {
    auto j = d - i;
    auto ok = (j >= 0) && (j < m);
    auto cb = ct::load_masked(b + j, ok, '\0');
    auto diag = shiftUp<N>(prev2, scratch, 0) + ct::select(ca == cb, ct::full<T>(3), ct::full<T>(-3));
    auto gap = ct::max(prev, shiftUp<N>(prev, scratch, 0)) - 2;
    auto h = ct::select(ok, ct::max(ct::max(diag, gap), 0), ct::zeros<T>());
    top = ct::max(top, h);
    prev2 = prev, prev = h;
  }
  *best = int(ct::reduce_max<0>(top));
}
int main() {
  constexpr int N = 16;
  const int m = 21;
  char *a = managed<char>(N), *b = managed<char>(m);
  int *s = managed<int>(N + 1), *best = managed<int>(1), H[N + 1][m + 1] = {}, want = 0;
  for (int i = 0; i < N; ++i) a[i] = "ACGT"[i * i % 4 ^ i % 3];
  for (int i = 0; i < m; ++i) b[i] = "ACGT"[(i * 3 + i / 5) % 4];
  align<N><<<1, 1>>>(a, b, m, s, best);
  cudaDeviceSynchronize();
  for (int i = 1; i <= N; ++i) for (int j = 1; j <= m; ++j) {
    int v = H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -3);
    v = std::max(std::max(v, 0), std::max(H[i - 1][j], H[i][j - 1]) - 2);
    H[i][j] = v, want = std::max(want, v);
  }
  expect("best", 0, *best, want);
  return done();
}
