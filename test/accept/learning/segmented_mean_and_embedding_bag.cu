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
template <int D> __tile_global__ void embeddingBag(const float *table, const long *index, const long *offset, const float *weight, float *out, long total, int bags, int mode) {
  long b = ct::bid().x, lo = offset[b], hi = b + 1 < bags ? offset[b + 1] : total;
  auto d = ct::iota<ct::tile<int, ct::shape<D>>>();
  auto acc = mode == 2 ? ct::full<ct::tile<float, ct::shape<D>>>(-INFINITY) : ct::zeros<ct::tile<float, ct::shape<D>>>();
  for (long i = lo; i < hi; i++) {
    auto row = ct::load(table + index[i] * D + d);
    if (mode == 2) { acc = ct::max(acc, row); continue; }
    acc = acc + (weight ? row * weight[i] : row);
  }
  if (mode == 1 && hi > lo) acc = acc / float(hi - lo);
  ct::store(out + b * D + d, lo == hi ? ct::zeros<decltype(acc)>() : acc);
}
int main() {
  constexpr int D = 16;
  long total = 23;
  int bags = 5;
  float *t = managed<float>(10 * D), *w = managed<float>(total), *o = managed<float>(bags * D);
  long *ix = managed<long>(total), *off = managed<long>(bags), starts[] = {0, 4, 4, 10, 22};
  for (int i = 0; i < 10 * D; ++i) t[i] = i * 13 % 29 - 9;
  for (int i = 0; i < total; ++i) ix[i] = i * 7 % 10, w[i] = i * .1f;
  for (int i = 0; i < bags; ++i) off[i] = starts[i];
  for (int mode = 0; mode < 3; ++mode) {
    embeddingBag<D><<<bags, 1>>>(t, ix, off, mode ? nullptr : w, o, total, bags, mode);
    cudaDeviceSynchronize();
    for (int b = 0; b < bags; ++b) for (int d = 0; d < D; ++d) {
      double s = mode == 2 ? -1e30 : 0;
      long lo = off[b], hi = b + 1 < bags ? off[b + 1] : total;
      for (long i = lo; i < hi; ++i) { double v = t[ix[i] * D + d]; s = mode == 2 ? std::fmax(s, v) : s + (mode ? v : v * w[i]); }
      if (mode == 1 && hi > lo) s /= hi - lo;
      expect("o", b * D + d, o[b * D + d], lo == hi ? 0 : s);
    }
  }
  return done();
}
