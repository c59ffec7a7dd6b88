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
#include <tuple>
#include <utility>
template <int N, class F, class... T> __tile_global__ void zip(float *out, T *...in) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(out + i, F{}(ct::load(in + i)...));
}
struct Lerp { template <class T> __tile__ T operator()(T a, T b, T t) const { return ct::fma(t, b - a, a); } };
struct Norm { __tile__ auto operator()(auto... v) const { return ct::sqrt((... + (v * v))); } };
template <class F, class... P> void launch(int blocks, float *out, const std::tuple<P...> &t) {
  std::apply([&](auto... p) { zip<32, F><<<dim3(blocks), dim3(1)>>>(out, p...); }, t);
}
int main() {
  float *a = managed<float>(64), *b = managed<float>(64), *c = managed<float>(64), *o = managed<float>(64), *q = managed<float>(64);
  for (int i = 0; i < 64; ++i) a[i] = i, b[i] = 2 * i + 1, c[i] = i / 64.f;
  launch<Lerp>(2, o, std::tuple{a, b, c});
  launch<Norm>(2, q, std::make_tuple((const float *)a, b));
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) expect("lerp", i, o[i], a[i] + c[i] * (b[i] - a[i])), expect("norm", i, q[i], std::hypot(a[i], b[i]));
  return done();
}
