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
template <int V, bool Smooth> __tile_global__ void crossEntropy(const float *logits, const int *target, float *loss, float *grad, int vocab, float smoothing, int ignore) {
  const int row = ct::bid().x, t = target[row];
  if (t == ignore) { loss[row] = 0; return; }
  logits += long(row) * vocab, grad += long(row) * vocab;
  auto lane = ct::iota<ct::tile<int, ct::shape<V>>>();
  float m = -INFINITY, d = 0, sum = 0;
  for (int c = 0; c < vocab; c += V) {
    auto x = ct::load_masked(logits + c + lane, c + lane < vocab, -INFINITY);
    float next = ct::max(m, float(ct::reduce_max(x, 0_ic)));
    d = d * ct::exp(m - next) + float(ct::sum(ct::exp(x - next), 0_ic));
    m = next;
    if constexpr (Smooth) sum += float(ct::sum(ct::select(c + lane < vocab, x, ct::zeros<decltype(x)>()), 0_ic));
  }
  const float lse = m + ct::log(d);
  float l = lse - logits[t];
  if constexpr (Smooth) l = (1 - smoothing) * l + smoothing * (lse - sum / vocab);
  loss[row] = l;
  for (int c = 0; c < vocab; c += V) {
    auto i = c + lane;
    auto p = ct::exp(ct::load_masked(logits + i, i < vocab, 0.f) - lse);
    auto y = ct::select(i == t, ct::full<decltype(p)>(Smooth ? 1 - smoothing : 1.f), ct::zeros<decltype(p)>());
    ct::store_masked(grad + i, p - y - (Smooth ? smoothing / vocab : 0.f), i < vocab);
  }
}
int main() {
  int rows = 5, vocab = 75;
  float *x = managed<float>(rows * vocab), *l = managed<float>(rows), *g = managed<float>(rows * vocab);
  int *t = managed<int>(rows);
  for (int i = 0; i < rows * vocab; ++i) x[i] = sin(i * 1.3) * 4;
  for (int i = 0; i < rows; ++i) t[i] = i == 2 ? -100 : i * 13 % vocab;
  crossEntropy<32, true><<<rows, 1>>>(x, t, l, g, vocab, .1f, -100);
  cudaDeviceSynchronize();
  for (int r = 0; r < rows; ++r) {
    double d = 0, s = 0;
    for (int c = 0; c < vocab; ++c) d += exp(x[r * vocab + c]), s += x[r * vocab + c];
    double lse = log(d);
    expect("loss", r, l[r], r == 2 ? 0 : .9 * (lse - x[r * vocab + t[r]]) + .1 * (lse - s / vocab), 1e-3);
    for (int c = 0; c < vocab && r != 2; ++c) expect("grad", r * vocab + c, g[r * vocab + c], exp(x[r * vocab + c] - lse) - (c == t[r]) * .9 - .1 / vocab, 1e-3);
  }
  return done();
}
