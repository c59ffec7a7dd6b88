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
template <class... P> __tile__ auto sumOf(int i, const P *...p) { return (0.f + ... + float(p[i])); }
template <class... P> __tile_global__ void fused(float *out, int n, const P *...in) {
  using I = ct::tile<int, ct::shape<16>>;
  I i = int(ct::bid().x) * 16 + ct::iota<I>();
  auto m = i < n;
  auto s = (ct::element_cast<float>(ct::load_masked(in + i, m, P(0))) + ...);
  bool any = (... || (in[0] > P(0)));
  int count = 0;
  ((count += sizeof(P)), ...);
  ct::store_masked(out + i, s + float(any) * count, m);
  if (ct::bid().x == 0) out[n] = sumOf(3, in...);
}
int main() {
  int n = 40;
  float *o = managed<float>(n + 1);
  auto *a = managed<double>(n); auto *b = managed<short>(n); auto *c = managed<unsigned char>(n);
  for (int i = 0; i < n; ++i) a[i] = i * .5, b[i] = -i, c[i] = i + 1;
  fused<<<3, 1>>>(o, n, (const double *)a, (const short *)b, (const unsigned char *)c);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) expect("o", i, o[i], a[i] + b[i] + c[i] + 11);
  expect("one", 0, o[n], 1.5 - 3 + 4);
  return done();
}
