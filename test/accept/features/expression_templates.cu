// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lazy expressions over pointers that are evaluated a tile at a time.
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
namespace lazy {
template <class E> struct Expr { __tile__ const E &self() const { return static_cast<const E &>(*this); } };
template <class T> struct Var : Expr<Var<T>> { const T *p; __tile__ Var(const T *q) : p(q) {} template <class I> __tile__ auto at(I i) const { return ct::load(p + i); } };
template <class L, class R, class O> struct Bin : Expr<Bin<L, R, O>> { L l; R r; __tile__ Bin(const L &a, const R &b) : l(a), r(b) {} template <class I> __tile__ auto at(I i) const { return O::of(l.at(i), r.at(i)); } };
struct Plus { template <class A, class B> __tile__ static auto of(A a, B b) { return a + b; } };
struct Times { template <class A, class B> __tile__ static auto of(A a, B b) { return a * b; } };
template <class L, class R> __tile__ Bin<L, R, Plus> operator+(const Expr<L> &a, const Expr<R> &b) { return {a.self(), b.self()}; }
template <class L, class R> __tile__ Bin<L, R, Times> operator*(const Expr<L> &a, const Expr<R> &b) { return {a.self(), b.self()}; }
}
template <int N> __tile_global__ void axpby(const float *a, const float *x, const double *b, const float *y, double *o) {
  lazy::Var A(a), X(x), Y(y);
  lazy::Var<double> B(b);
  auto e = A * X + B * Y;
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(o + i, e.at(i));
}
int main() {
  float *a = managed<float>(64), *x = managed<float>(64), *y = managed<float>(64);
  double *b = managed<double>(64), *o = managed<double>(64);
  for (int i = 0; i < 64; ++i) a[i] = i, x[i] = i + 1, b[i] = i * .3, y[i] = 2 - i;
  axpby<16><<<4>>>(a, x, b, y, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) expect("o", i, o[i], a[i] * x[i] + b[i] * y[i]);
  return done();
}
