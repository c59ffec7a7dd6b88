// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forward-mode differentiation with a struct of two tiles and all its operators.
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
template <class T> struct Dual {
  T v, d;
  __tile__ Dual operator-() const { return {-v, -d}; }
  __tile__ Dual &operator+=(const Dual &o) { v = v + o.v; d = d + o.d; return *this; }
  template <class U> friend __tile__ Dual<U> operator*(const Dual<U> &, const Dual<U> &);
  __tile__ explicit operator bool() const = delete;
};
template <class T> __tile__ Dual<T> operator*(const Dual<T> &a, const Dual<T> &b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
template <class T> __tile__ Dual<T> operator+(Dual<T> a, const Dual<T> &b) { return a += b; }
template <class T> __tile__ Dual<T> operator+(Dual<T> a, float b) { a.v = a.v + b; return a; }
template <class T> __tile__ Dual<T> exp(const Dual<T> &a) { using ct::exp; auto e = exp(a.v); return {e, e * a.d}; }
template <class T> __tile__ Dual<T> tanh(const Dual<T> &a) { auto t = ct::tanh(a.v); return Dual<T>{.v = t, .d = (1 - t * t) * a.d}; }
__tile_global__ void grad(const float *x, float *f, float *df) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto v = ct::load(x + i);
  Dual y{v, ct::ones<decltype(v)>()};
  auto r = tanh(y * y + 1.f) * exp(-y) + y;
  ct::store(f + i, r.v);
  ct::store(df + i, r.d);
}
int main() {
  float *x = managed<float>(32), *f = managed<float>(32), *d = managed<float>(32);
  for (int i = 0; i < 32; ++i) x[i] = i * .1 - 1.5;
  grad<<<1>>>(x, f, d);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    double v = x[i], t = tanh(v * v + 1);
    expect("f", i, f[i], t * exp(-v) + v, 1e-3);
    expect("df", i, d[i], (1 - t * t) * 2 * v * exp(-v) - t * exp(-v) + 1, 1e-3);
  }
  return done();
}
