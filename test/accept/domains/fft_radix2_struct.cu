// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A radix-2 FFT in registers: permuted halves, twiddles by sin and cos, complex numbers as a struct of tiles.
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
template <class T> struct Complex {
  T re, im;
  __tile__ friend Complex operator+(const Complex &a, const Complex &b) { return {a.re + b.re, a.im + b.im}; }
  __tile__ friend Complex operator-(const Complex &a, const Complex &b) { return {a.re - b.re, a.im - b.im}; }
  __tile__ friend Complex operator*(const Complex &a, const Complex &b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};
template <class T> Complex(T, T) -> Complex<T>;
template <int N> struct Fft {
  template <class T> __tile__ static Complex<T> run(const Complex<T> &x) {
    if constexpr (N == 1) {
      return x;
    } else {
      using Half = ct::tile<float, ct::shape<N / 2>>;
      auto split = [](const auto &t) { return ct::transpose(ct::reshape(t, ct::shape<N / 2, 2>{})); };
      auto r = split(x.re), i = split(x.im);
      auto part = [&](const auto &t, int k) { return ct::reshape(ct::extract(t, ct::shape<1, N / 2>{}, k, 0), ct::shape<N / 2>{}); };
      Complex<Half> even = Fft<N / 2>::run(Complex<Half>{part(r, 0), part(i, 0)});
      Complex<Half> odd = Fft<N / 2>::run(Complex<Half>{part(r, 1), part(i, 1)});
      auto angle = ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<N / 2>>>()) * (-6.283185307f / N);
      Complex w{ct::cos(angle), ct::sin(angle)};
      auto t = w * odd;
      auto lo = even + t, hi = even - t;
      return {ct::cat(lo.re, hi.re, 0_ic), ct::cat(lo.im, hi.im, 0_ic)};
    }
  }
};
template <int N> __tile_global__ void fft(const float *re, const float *im, float *ore, float *oim) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto y = Fft<N>::run(Complex{ct::load(re + i), ct::load(im + i)});
  ct::store(ore + i, y.re);
  ct::store(oim + i, y.im);
}
int main() {
  constexpr int N = 16;
  float *a = managed<float>(2 * N), *b = managed<float>(2 * N), *c = managed<float>(2 * N), *d = managed<float>(2 * N);
  for (int i = 0; i < 2 * N; ++i) a[i] = i % 5, b[i] = i % 3;
  fft<N><<<2>>>(a, b, c, d);
  cudaDeviceSynchronize();
  for (int s = 0; s < 2; ++s)
    for (int k = 0; k < N; ++k) {
      double re = 0, im = 0;
      for (int n = 0; n < N; ++n) {
        double w = -2 * M_PI * k * n / N, x = a[s * N + n], y = b[s * N + n];
        re += x * cos(w) - y * sin(w);
        im += x * sin(w) + y * cos(w);
      }
      expect("re", s * N + k, c[s * N + k], re, 1e-3);
      expect("im", s * N + k, d[s * N + k], im, 1e-3);
    }
  return done();
}
