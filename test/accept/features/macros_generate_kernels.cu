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
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define TILE(T, ...) ct::tile<T, ct::shape<__VA_ARGS__>>
#define UNARY_OPS(X) X(Exp, ct::exp(x)) X(Log1, ct::log(x + 1)) X(Cube, x *x *x) X(Sign, ct::select(x > 0, ct::ones<decltype(x)>(), ct::select(x < 0, -ct::ones<decltype(x)>(), ct::zeros<decltype(x)>())))
#define DEFINE(NAME, EXPR) __tile_global__ void CONCAT(kernel, NAME)(const float *in, float *out, int n) { auto i = int(ct::bid().x) * 32 + ct::iota<TILE(int, 32)>(); auto x = ct::load_masked(in + i, i < n, 0.f); ct::store_masked(out + i, EXPR, i < n); }
UNARY_OPS(DEFINE)
#undef DEFINE
int main() {
  int n = 50;
  float *in = managed<float>(n), *out = managed<float>(n);
  for (int i = 0; i < n; ++i) in[i] = i * .1f;
#define RUN(NAME, EXPR) kernel##NAME<<<2, 1>>>(in, out, n); cudaDeviceSynchronize(); std::printf(#NAME " %.3f\n", out[10]);
  UNARY_OPS(RUN)
  expect("sign", 0, out[0], 0), expect("sign", 1, out[1], 1);
  return done();
}
