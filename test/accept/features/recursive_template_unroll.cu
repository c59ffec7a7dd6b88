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
template <int I, int N> struct Unroll { template <class F> __tile__ static void run(F &&f) { f(ct::integral_constant<I>{}); Unroll<I + 1, N>::run(static_cast<F &&>(f)); } };
template <int N> struct Unroll<N, N> { template <class F> __tile__ static void run(F &&) {} };
template <int N> __tile_global__ void powers(const float *x, float *o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto v = ct::load(x + i);
  auto p = ct::ones<decltype(v)>();
  Unroll<0, N>::run([&]<int K>(ct::integral_constant<K> k) {
    ct::store(o + k * 16 + i, p);
    if constexpr (K % 2) p = p * v; else p = v * p;
    static_assert(k.value == K);
  });
}
int main() {
  float *x = managed<float>(16), *o = managed<float>(16 * 8);
  for (int i = 0; i < 16; ++i) x[i] = .5f + i * .1f;
  powers<8><<<1>>>(x, o);
  cudaDeviceSynchronize();
  for (int k = 0; k < 8; ++k) for (int i = 0; i < 16; ++i) expect("p", k * 16 + i, o[k * 16 + i], std::pow(x[i], k));
  return done();
}
