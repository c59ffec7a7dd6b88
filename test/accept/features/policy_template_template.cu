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
template <class T> struct Identity { static __tile__ T of(T x) { return x; } };
template <class T> struct Squared { static __tile__ T of(T x) { return x * x; } };
template <template <class> class Map, template <class...> class... Rest, class T> __tile__ T mapAll(T x) { if constexpr (sizeof...(Rest) > 0) return mapAll<Rest...>(Map<T>::of(x)); else return Map<T>::of(x); }
template <auto... Axes> __tile__ auto sumAxes(auto t) { ((t = t + 0 * Axes), ...); return t; }
template <template <class> class M, auto N, auto... Vs> __tile_global__ void k(float *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto x = mapAll<M, Squared, Identity>(ct::load(p + i));
  constexpr int vs[] = {Vs..., 0};
  constexpr int total = (0 + ... + Vs);
  ct::store(p + i, sumAxes<0, 1>(x) * total + vs[0]);
}
int main() {
  float *p = managed<float>(8);
  for (int i = 0; i < 8; ++i) p[i] = i;
  k<Identity, 8, 1, 2u, 3L><<<1>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) expect("p", i, p[i], i * i * 6 + 1);
  return done();
}
