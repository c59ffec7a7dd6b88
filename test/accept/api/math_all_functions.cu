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
template <class T> __tile_global__ void k(const T *in, T *o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto x = ct::load(in + i);
  int r = 0;
  auto put = [&](auto t) { ct::store(o + r * 16 + i, t); ++r; };
  put(ct::ceil(x)), put(ct::floor(x)), put(ct::exp(x)), put(ct::exp2(x)), put(ct::log(x + 3)), put(ct::log2(x + 3));
  put(ct::pow(x + 3, 2)), put(ct::pow(x + 3, x)), put(ct::sqrt(x + 3)), put(ct::rsqrt(x + 3)), put(ct::sin(x)), put(ct::cos(x)), put(ct::tan(x));
  put(ct::sinh(x)), put(ct::cosh(x)), put(ct::tanh(x)), put(ct::atan2(x, x + 3)), put(ct::powi(x, 3)), put(ct::abs(x)), put(ct::remainder(x, T(2)));
  put(ct::element_cast<T>(ct::isnan(x / 0 * 0))), put(ct::element_cast<T>(ct::isinf(1 / x)));
  T s = in[3];
  o[r * 16] = ct::exp(s) + ct::atan2(s, T(1)) + ct::pow(s, 2) + ct::floor(s) + ct::abs(s) + T(ct::isnan(s));
}
template <class T> void check(T *in, T *o) {
  for (int i = 0; i < 16; ++i) in[i] = (i - 8) * .3;
  k<<<1>>>((const T *)in, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) {
    double x = in[i];
    double want[] = {ceil(x), floor(x), exp(x), exp2(x), log(x + 3), log2(x + 3), (x + 3) * (x + 3), pow(x + 3, x), sqrt(x + 3), 1 / sqrt(x + 3), sin(x), cos(x), tan(x), sinh(x), cosh(x), tanh(x), atan2(x, x + 3), x * x * x, fabs(x), fmod(x, 2), 1, x == 0};
    for (int j = 0; j < 22; ++j) expect("o", j * 16 + i, o[j * 16 + i], want[j], 1e-3);
  }
  double s = in[3];
  expect("scalar", 0, o[22 * 16], exp(s) + atan2(s, 1) + s * s + floor(s) + fabs(s), 1e-3);
}
int main() {
  check(managed<float>(16), managed<float>(23 * 16));
  check(managed<double>(16), managed<double>(23 * 16));
  return done();
}
