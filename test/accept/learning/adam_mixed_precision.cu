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
#include <cuda_bf16.h>
struct AdamParams { float lr, beta1, beta2, eps, decay; int step; };
template <class P, int N> __tile_global__ void adamw(P *__restrict__ param, float *__restrict__ master, const P *__restrict__ grad, float *__restrict__ m, float *__restrict__ v, const AdamParams *hp, long n) {
  const AdamParams h = *hp;
  using F = ct::tile<float, ct::shape<N>>;
  auto i = long(ct::bid().x) * N + ct::iota<ct::tile<long, ct::shape<N>>>();
  auto in = i < n;
  F g = ct::element_cast<float>(ct::load_masked(grad + i, in, P(0.f)));
  F m1 = h.beta1 * ct::load_masked(m + i, in, 0.f) + (1 - h.beta1) * g;
  F v1 = h.beta2 * ct::load_masked(v + i, in, 0.f) + (1 - h.beta2) * g * g;
  const float c1 = 1 - ct::pow(h.beta1, h.step), c2 = 1 - ct::pow(h.beta2, float(h.step));
  F w = ct::load_masked(master + i, in, 0.f);
  w = w - h.lr * ((m1 / c1) / (ct::sqrt(v1 / c2) + h.eps) + h.decay * w);
  ct::store_masked(m + i, m1, in), ct::store_masked(v + i, v1, in), ct::store_masked(master + i, w, in);
  ct::store_masked(param + i, ct::element_cast<P>(w), in);
}
int main() {
  using bf = __nv_bfloat16;
  long n = 100;
  auto *p = managed<bf>(n), *g = managed<bf>(n);
  float *w = managed<float>(n), *m = managed<float>(n), *v = managed<float>(n);
  auto *h = managed<AdamParams>(1);
  *h = {1e-2f, .9f, .999f, 1e-8f, .01f, 0};
  for (int i = 0; i < n; ++i) w[i] = i * .01f, g[i] = __float2bfloat16((i % 5 - 2) * .5f);
  for (int s = 1; s <= 3; ++s) { h->step = s; adamw<bf, 64><<<2, 1>>>(p, w, g, m, v, h, n); cudaDeviceSynchronize(); }
  for (int i = 0; i < n; ++i) {
    double x = i * .01, a = 0, b = 0, gr = (i % 5 - 2) * .5;
    for (int s = 1; s <= 3; ++s) { a = .9 * a + .1 * gr; b = .999 * b + .001 * gr * gr; x -= 1e-2 * (a / (1 - pow(.9, s)) / (sqrt(b / (1 - pow(.999, s))) + 1e-8) + .01 * x); }
    expect("w", i, w[i], x, 1e-3), expect("p", i, float(p[i]), x, 1e-2);
  }
  return done();
}
