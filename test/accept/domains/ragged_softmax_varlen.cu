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
template <int B> __tile_global__ void softmaxVarlen(const float *x, float *y, const int *cu, int batch) {
  for (int s = ct::bid().x; s < batch; s += ct::num_blocks().x) {
    const int lo = cu[s], hi = cu[s + 1];
    if (lo == hi) continue;
    auto lane = ct::iota<ct::tile<int, ct::shape<B>>>();
    auto m = ct::full<ct::tile<float, ct::shape<B>>>(-INFINITY), l = ct::zeros<decltype(m)>();
    for (int i = lo; i < hi; i += B) { auto v = ct::load_masked(x + i + lane, i + lane < hi, -INFINITY); auto n = ct::max(m, v); l = ct::select(n == -INFINITY, l, l * ct::exp(m - n) + ct::exp(v - n)); m = n; }
    float top = float(ct::reduce_max<0>(m)), total = float(ct::sum<0>(ct::select(m == -INFINITY, ct::zeros<decltype(l)>(), l * ct::exp(m - top))));
    int i = lo;
    do { auto at = i + lane; ct::store_masked(y + at, ct::exp(ct::load_masked(x + at, at < hi, 0.f) - top) / total, at < hi); } while ((i += B) < hi);
  }
}
int main() {
  int cu[] = {0, 3, 3, 40, 41, 90}, *c = managed<int>(6);
  float *x = managed<float>(90), *y = managed<float>(90);
  for (int i = 0; i < 6; ++i) c[i] = cu[i];
  for (int i = 0; i < 90; ++i) x[i] = 5 * sin(i);
  softmaxVarlen<16><<<2, 1>>>(x, y, c, 5);
  cudaDeviceSynchronize();
  for (int s = 0; s < 5; ++s) { double t = 0; for (int i = cu[s]; i < cu[s + 1]; ++i) t += exp(x[i]); for (int i = cu[s]; i < cu[s + 1]; ++i) expect("y", i, y[i], exp(x[i]) / t); }
  return done();
}
