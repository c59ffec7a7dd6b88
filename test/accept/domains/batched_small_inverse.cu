// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauss-Jordan inversion of a batch of 4x4 matrices, the batch in the tile.
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
template <int B> __tile_global__ void invert4(const float *a, float *out, int n) {
  using T = ct::tile<float, ct::shape<B>>;
  auto m = int(ct::bid().x) * B + ct::iota<ct::tile<int, ct::shape<B>>>();
  auto ok = m < n;
  T x[4][8];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      if (j < 4) x[i][j] = ct::load_masked(a + m * 16 + (i * 4 + j), ok, i == j ? 1.f : 0.f);
      else x[i][j] = ct::full<T>(j - 4 == i ? 1.f : 0.f);
  for (int p = 0; p < 4; ++p) {
    T inv = 1 / x[p][p];
    for (auto &e : x[p]) e = e * inv;
    for (int i = 0; i < 4; ++i) {
      if (i == p) continue;
      T f = x[i][p];
      for (int j = 0; j < 8; ++j) x[i][j] = x[i][j] - f * x[p][j];
    }
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) ct::store_masked(out + m * 16 + i * 4 + j, x[i][j + 4], ok);
}
int main() {
  int n = 40;
  float *a = managed<float>(16 * n), *o = managed<float>(16 * n);
  for (int i = 0; i < 16 * n; ++i) a[i] = (i * 31 % 17) / 17.f + (i % 16 % 5 == 0 ? 6 : 0);
  invert4<32><<<(n + 31) / 32>>>(a, o, n);
  cudaDeviceSynchronize();
  for (int m = 0; m < n; ++m)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        double s = 0;
        for (int k = 0; k < 4; ++k) s += a[m * 16 + i * 4 + k] * o[m * 16 + k * 4 + j];
        expect("unit", m, s, i == j, 1e-3);
      }
  return done();
}
