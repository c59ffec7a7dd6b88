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
struct Space { __tile__ int id() const { return ct::bid().x; } protected: int base = 1; };
template <class T> struct Storage { T *data; __tile__ T &at(int i) { return data[i]; } __tile__ const T &at(int i) const { return data[i]; } };
template <class T, class... Mixins> struct Array : Storage<T>, Mixins... {
  using Storage<T>::at;
  using Mixins::id...;
  __tile__ Array(T *p) : Storage<T>{p}, Mixins{}... {}
  __tile__ T operator[](int i) const { return this->at(i); }
  __tile__ T &operator[](int i) { return Storage<T>::at(i) ; }
  __tile__ int shifted() const { return id() + this->base; }
};
struct Base { int v; __tile__ explicit Base(int x) : v{x} {} __tile__ Base(const Base &o) : v(o.v + 1) {} };
struct Derived : Base { using Base::Base; int w = v * 2; };
__tile__ Derived make(int x) { return Derived(x); }
__tile_global__ void k(int *p) {
  Array<int, Space> a(p);
  const auto &c = a;
  a[1] = c[0] + a.shifted();
  Derived d = make(5), e = d;
  a[2] = d.v * 100 + e.v * 10 + e.w;
  int Derived::*m = &Derived::w;
  a[3] = d.*m;
  Base &b = e;
  a[4] = static_cast<Derived &>(b).w;
}
int main() {
  int *p = managed<int>(8);
  p[0] = 7;
  k<<<1>>>(p);
  cudaDeviceSynchronize();
  int want[] = {7, 8, 500 + 60 + 10, 10, 10};
  for (int i = 0; i < 5; ++i) expect("p", i, p[i], want[i]);
  return done();
}
