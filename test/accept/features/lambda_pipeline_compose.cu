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
template <class... F> struct Chain;
template <> struct Chain<> { template <class T> __tile__ T operator()(T x) const { return x; } };
template <class F, class... R> struct Chain<F, R...> { F f; Chain<R...> rest; template <class T> __tile__ auto operator()(T x) { return rest(f(x)); } };
template <class... R> __tile__ auto make2(R... r);
template <class F, class... R> __tile__ Chain<F, R...> make(F f, R... r);
template <class... F> __tile__ auto chain(F... f) { if constexpr (sizeof...(F) == 0) return Chain<>{}; else return make(f...); }
template <class F, class... R> __tile__ Chain<F, R...> make(F f, R... r) { return {f, make2(r...)}; }
template <class... R> __tile__ auto make2(R... r) { if constexpr (sizeof...(R) == 0) return Chain<>{}; else return make(r...); }
__tile_global__ void k(float *p, float a, float b) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto f = chain([a](auto x) { return x * a; }, [&b](auto x) { return x + b; }, [n = 2](auto x) mutable { for (int j = 0; j < n; ++j) x = x * x; return x; });
  ct::store(p + i, f(ct::load(p + i)));
}
int main() {
  float *p = managed<float>(32);
  for (int i = 0; i < 32; ++i) p[i] = i * .125f;
  k<<<1>>>(p, 2, -1);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) expect("p", i, p[i], std::pow(i * .25f - 1, 4));
  return done();
}
