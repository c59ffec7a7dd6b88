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
__tile_global__ void k(const float *a, float *o, const double *d, double *e) {
  using R = ct::rounding_mode;
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::load(a + i), y = x + 3;
  int row = 0;
  auto put = [&](auto t) { ct::store(o + row++ * 8 + i, t); };
  put(ct::add(x, y, ct::round_toward_zero_t{}));
  put(ct::sub(x, 1, ct::round_toward_positive_t{}, ct::round_subnormals_to_zero_t{}));
  put(ct::mul(2, x, ct::round_toward_negative_t{}));
  put(ct::div(x, y, ct::round_approximate_t{}, ct::round_subnormals_to_zero_t{}));
  put(ct::div(1, y, ct::round_full_t{}));
  put(ct::fma(x, 2.f, y, ct::round_ties_to_even_t{}));
  put(ct::fma(1.5f, x, ct::full<decltype(x)>(1), ct::round_toward_zero_t{}, ct::preserve_subnormals_t{}));
  put(ct::sqrt(y, ct::round_approximate_t{}));
  put(ct::sqrt<R::round_toward_zero>(y));
  put(ct::exp<R::round_approximate>(x));
  put(ct::tanh(x, ct::round_full_t{}));
  put(ct::exp2<ct::subnormals_rounding_mode::round_subnormals_to_zero>(x));
  put(ct::rsqrt(y, ct::round_subnormals_to_zero_t{}));
  put(ct::max(x, 2.f, ct::propagate_nan_t{}));
  put(ct::min(ct::full<decltype(x)>(NAN), x, ct::suppress_nan_t{}));
  auto z = ct::load(d + i);
  ct::store(e + i, ct::add(ct::sqrt(z, ct::round_toward_positive_t{}), ct::div(1.0, z + 1, ct::round_toward_negative_t{}), ct::round_ties_to_even_t{}));
}
int main() {
  float *a = managed<float>(8), *o = managed<float>(8 * 16);
  double *d = managed<double>(8), *e = managed<double>(8);
  for (int i = 0; i < 8; ++i) a[i] = i * .25f, d[i] = i;
  k<<<1>>>(a, o, d, e);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) {
    double x = a[i], y = x + 3;
    double want[] = {x + y, x - 1, 2 * x, x / y, 1 / y, 2 * x + y, 1.5 * x + 1, sqrt(y), sqrt(y), exp(x), tanh(x), exp2(x), 1 / sqrt(y), x > 2 ? x : 2, x};
    for (int r = 0; r < 15; ++r) expect("o", r * 8 + i, o[r * 8 + i], want[r], 1e-3);
    expect("e", i, e[i], sqrt(d[i]) + 1 / (d[i] + 1));
  }
  return done();
}
