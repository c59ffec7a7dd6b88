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
template <int N> __tile__ auto haar(ct::tile<float, ct::shape<N>> x) {
  if constexpr (N == 1) return x;
  else {
    constexpr int H = N / 2;
    auto p = ct::reshape(x, ct::shape<H, 2>{});
    auto a = ct::reshape(ct::extract(p, ct::shape<H, 1>{}, 0, 0), ct::shape<H>{}), b = ct::reshape(ct::extract(p, ct::shape<H, 1>{}, 0, 1), ct::shape<H>{});
    constexpr float r = 0.70710678f;
    return ct::cat<0>(haar<H>((a + b) * r), (a - b) * r);
  }
}
template <int N> __tile_global__ void transform(const float *in, float *out) { auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>(); ct::store(out + i, haar<N>(ct::load(in + i))); }
int main() {
  constexpr int N = 32;
  float *a = managed<float>(2 * N), *o = managed<float>(2 * N);
  for (int i = 0; i < 2 * N; ++i) a[i] = i * i % 17;
  transform<N><<<2, 1>>>(a, o);
  cudaDeviceSynchronize();
  for (int s = 0; s < 2; ++s) {
    double x[N], y[N];
    for (int i = 0; i < N; ++i) x[i] = a[s * N + i];
    for (int n = N; n > 1; n /= 2) { for (int i = 0; i < n / 2; ++i) y[i] = (x[2 * i] + x[2 * i + 1]) * M_SQRT1_2, y[n / 2 + i] = (x[2 * i] - x[2 * i + 1]) * M_SQRT1_2; for (int i = 0; i < n; ++i) x[i] = y[i]; }
    for (int i = 0; i < N; ++i) expect("o", s * N + i, o[s * N + i], x[i], 1e-3);
  }
  return done();
}
