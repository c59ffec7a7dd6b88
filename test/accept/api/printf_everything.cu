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
__tile_global__ void k(const float *p, int n) {
  auto t = ct::reshape(ct::load(p + ct::iota<ct::tile<int, ct::shape<4>>>()), ct::shape<2, 2>{});
  printf("plain\n");
  printf("%d %5d|%-5d|%05d|%+d %u %x %#X %o %c %%\n", n, n, n, n, n, 7u, 255, 255, 8, 'q');
  printf("%f %.2f %8.3f %e %g %a\n", 1.5, 2.25f, 3.125, 1e10, 1e-5, 1.0);
  printf("%lld %llu %ld %hd %hhd %zu %s\n", -5ll, 5ull, 6l, short(7), (signed char)8, sizeof(int), "text");
  printf("tile %.1f end\n", t);
  printf("%d and %f\n", ct::iota<ct::tile<int, ct::shape<2>>>(), float(ct::extract(t, ct::shape<1, 1>{}, 1, 1)));
  int c = std::printf("%d\n", (int)ct::bid().x);
  (void)c;
}
int main() {
  float *p = managed<float>(4);
  for (int i = 0; i < 4; ++i) p[i] = i;
  k<<<1>>>(p, 42);
  return done();
}
