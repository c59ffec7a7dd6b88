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
namespace lib {
template <class T> struct Scaled { T t; float s; };
template <class T> __tile__ auto sum(const Scaled<T> &x) { return ct::sum(x.t, 0_ic) * x.s; }
template <class T> __tile__ auto load(const float *p, T i, float s) { auto t = ct::load(p + i); return Scaled<decltype(t)>{t, s}; }
inline namespace ops { template <class T> __tile__ auto operator*(Scaled<T> a, float b) { a.s *= b; return a; } template <class T> __tile__ T max(const Scaled<T> &x, float y) { return ct::max(x.t * x.s, y); } }
}
using lib::load;
namespace app {
using namespace ct;
using lib::sum, ct::sum;
__tile_global__ void k(const float *p, float *o) {
  auto i = iota<tile<int, shape<16>>>();
  auto x = load(p, i, 2.f) * 1.5f;
  o[0] = float(sum(x));
  o[1] = float(sum(load(p + i), 0_ic));
  o[2] = float(sum<0>(max(x, 4.f)));
}
}
int main() {
  float *p = managed<float>(16), *o = managed<float>(3);
  double m = 0;
  for (int i = 0; i < 16; ++i) p[i] = i * .25f, m += std::fmax(p[i] * 3, 4);
  app::k<<<1>>>(p, o);
  cudaDeviceSynchronize();
  expect("s", 0, o[0], 90), expect("s", 1, o[1], 30), expect("m", 2, o[2], m);
  return done();
}
