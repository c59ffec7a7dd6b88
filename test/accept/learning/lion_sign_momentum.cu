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
#include <cuda_fp16.h>
template <int N = 128, typename W = __half> __tile_global__ void lion(W *w, const W *g, float *m, float lr, float b1 = 0.9f, float b2 = 0.99f, float wd = 0.f) {
  auto i = ct::bid().x * N + ct::iota<ct::tile<unsigned, ct::shape<N>>>();
  auto gf = ct::element_cast<float>(ct::load(g + i)), mf = ct::load(m + i), wf = ct::element_cast<float>(ct::load(w + i));
  auto u = b1 * mf + (1 - b1) * gf;
  auto sign = ct::element_cast<float>(ct::element_cast<int>(u > 0) - ct::element_cast<int>(u < 0));
  ct::store(w + i, ct::element_cast<W>(wf - lr * (sign + wd * wf)));
  ct::store(m + i, b2 * mf + (1 - b2) * gf);
}
int main() {
  auto *w = managed<__half>(128), *g = managed<__half>(128);
  float *m = managed<float>(128);
  for (int i = 0; i < 128; ++i) w[i] = 1.f, g[i] = float(i % 3 - 1);
  lion<><<<1, 1>>>(w, (const __half *)g, m, .125f, .9f, .5f);
  lion<64><<<2, 1>>>(w, (const __half *)g, m, .125f, .9f, .99f, 0.f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) expect("w", i, float(w[i]), 1 - .25 * (i % 3 - 1));
  return done();
}
