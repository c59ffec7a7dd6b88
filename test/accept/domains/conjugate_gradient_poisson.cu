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
#include <vector>
template <int N> __tile_global__ void laplace(const double *x, double *y, int n) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto at = [&](int d) { auto j = i + d; return ct::load_masked(x + j, (j >= 0) & (j < n), 0.0); };
  ct::store_masked(y + i, 2.5 * at(0) - at(-1) - at(1), i < n);
}
template <int N> __tile_global__ void dot(const double *a, const double *b, double *out, int n) {
  auto acc = ct::zeros<ct::tile<double, ct::shape<N>>>();
  for (int j = ct::bid().x * N; j < n; j += ct::num_blocks().x * N) { auto i = j + ct::iota<ct::tile<int, ct::shape<N>>>(); acc = ct::fma(ct::load_masked(a + i, i < n, 0.), ct::load_masked(b + i, i < n, 0.), acc); }
  ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(out, double(ct::sum<0>(acc)));
}
template <int N> __tile_global__ void axpy(double *y, const double *x, const double *num, const double *den, double sign, bool scaleY, int n) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  double f = sign * *num / *den;
  auto v = ct::load_masked(x + i, i < n, 0.), w = ct::load_masked(y + i, i < n, 0.);
  ct::store_masked(y + i, scaleY ? v + f * w : w + f * v, i < n);
}
int main() {
  const int n = 300, B = 64, g = (n + B - 1) / B;
  double *x = managed<double>(n), *r = managed<double>(n), *p = managed<double>(n), *q = managed<double>(n), *s = managed<double>(3);
  for (int i = 0; i < n; ++i) r[i] = p[i] = i % 11 - 5;
  std::vector<double> b(r, r + n);
  dot<B><<<3, 1>>>(r, r, s, n);
  for (int it = 0; it < 60; ++it) {
    cudaMemset(s + 1, 0, 16);
    laplace<B><<<g, 1>>>(p, q, n);
    dot<B><<<3, 1>>>(p, q, s + 1, n);
    axpy<B><<<g, 1>>>(x, p, s, s + 1, 1, false, n);
    axpy<B><<<g, 1>>>(r, q, s, s + 1, -1, false, n);
    dot<B><<<3, 1>>>(r, r, s + 2, n);
    axpy<B><<<g, 1>>>(p, r, s + 2, s, 1, true, n);
    cudaMemcpyAsync(s, s + 2, 8, cudaMemcpyDefault);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) expect("Ax", i, 2.5 * x[i] - (i ? x[i - 1] : 0) - (i + 1 < n ? x[i + 1] : 0), b[i]);
  return done();
}
