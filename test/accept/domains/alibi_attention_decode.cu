// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decode attention with ALiBi slopes, grouped heads, split over the sequence with a second combining kernel.
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

template <int B, int D> __tile_global__ void part(const float *q, const float *k, const float *v, float *po, float *pm, float *pl, int n, int splits) {
  auto [split, head, _] = ct::bid();
  const float slope = ct::exp2(-0.5f * float(head + 1));
  auto d = ct::iota<ct::tile<int, ct::shape<1, D>>>();
  auto qv = ct::load(q + int(head) * D + d) * (1 / ct::sqrt(float(D)));
  int per = (n + splits - 1) / splits, lo = int(split) * per, hi = ct::min(lo + per, n);
  float m = -INFINITY, l = 0;
  auto acc = ct::zeros<ct::tile<float, ct::shape<1, D>>>();
  for (int j0 = lo; j0 < hi; j0 += B) {
    auto j = j0 + ct::iota<ct::tile<int, ct::shape<B, 1>>>();
    auto ok = j < hi;
    auto kk = ct::load_masked(k + (j * D + d), ok, 0.f), vv = ct::load_masked(v + (j * D + d), ok, 0.f);
    auto s = ct::sum(kk * qv, 1_ic) - slope * ct::element_cast<float>(n - 1 - j);
    s = ct::select(ok, s, ct::full<decltype(s)>(-INFINITY));
    float next = ct::max(m, float(ct::reduce_max(s, 0_ic)));
    auto p = ct::exp(s - next);
    float scale = ct::exp(m - next);
    l = l * scale + static_cast<float>(ct::sum(p, 0_ic));
    acc = acc * scale + ct::sum(p * vv, 0_ic);
    m = next;
  }
  int at = int(head) * splits + int(split);
  pm[at] = m;
  pl[at] = l;
  ct::store(po + at * D + d, acc);
}
template <int S, int D> __tile_global__ void combine(const float *po, const float *pm, const float *pl, float *o) {
  int head = ct::bid().x;
  auto s = ct::iota<ct::tile<int, ct::shape<S, 1>>>();
  auto d = ct::iota<ct::tile<int, ct::shape<1, D>>>();
  auto m = ct::load(pm + head * S + s);
  auto w = ct::exp(m - ct::reduce_max<0>(m));
  auto l = ct::sum<0>(w * ct::load(pl + head * S + s));
  ct::store(o + head * D + d, ct::sum<0>(w * ct::load(po + (head * S + s) * D + d)) / l);
}
int main() {
  constexpr int D = 32, S = 4;
  int n = 77, heads = 3;
  float *q = managed<float>(heads * D), *k = managed<float>(n * D), *v = managed<float>(n * D), *po = managed<float>(heads * S * D), *pm = managed<float>(heads * S), *pl = managed<float>(heads * S), *o = managed<float>(heads * D);
  for (int i = 0; i < heads * D; ++i) q[i] = sin(i);
  for (int i = 0; i < n * D; ++i) k[i] = cos(i * .7), v[i] = i % 13;
  part<16, D><<<dim3(S, heads), 1>>>(q, k, v, po, pm, pl, n, S);
  combine<S, D><<<heads, 1>>>(po, pm, pl, o);
  cudaDeviceSynchronize();
  for (int h = 0; h < heads; ++h) {
    double l = 0, acc[D] = {};
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int d = 0; d < D; ++d) s += q[h * D + d] * k[j * D + d];
      double p = exp(s / sqrt(double(D)) - exp2(-.5 * (h + 1)) * (n - 1 - j));
      l += p;
      for (int d = 0; d < D; ++d) acc[d] += p * v[j * D + d];
    }
    for (int d = 0; d < D; ++d) expect("o", h * D + d, o[h * D + d], acc[d] / l, 1e-3);
  }
  return done();
}
