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
template <class T, int N = 32> struct Row {
  using Tile = ct::tile<T, ct::shape<N>>;
  Tile v;
  __tile__ Row(Tile t) : v(t) {}
  __tile__ explicit Row(const T *p, int at = 0, ct::integral_constant<N> = {}) : v(ct::load(p + at + ct::iota<ct::tile<int, ct::shape<N>>>())) {}
  __tile__ void put(T *p, int at = 0) const { ct::store(p + at + ct::iota<ct::tile<int, ct::shape<N>>>(), v); }
  __tile__ Row operator+(const Row &o) const { return v + o.v; }
  __tile__ Row &operator*=(T s) { v = v * s; return *this; }
  __tile__ friend Row operator-(Row r) { return Row(-r.v); }
};
template <class T> Row(const T *) -> Row<T>;
template <class T> Row(const T *, int) -> Row<T, 32>;
template <class T, size_t N> Row(ct::tile<T, ct::shape<N>>) -> Row<T, int(N)>;
__tile_global__ void k(const float *a, float *o) {
  Row x(a);
  Row y{a, 32};
  auto z = x + y;
  z *= 3;
  (-z).put(o);
  Row s{ct::full<ct::tile<float, ct::shape<8>>>(7)};
  s.put(o, 32);
}
int main() {
  float *a = managed<float>(64), *o = managed<float>(40);
  for (int i = 0; i < 64; ++i) a[i] = i;
  k<<<1>>>(a, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 40; ++i) expect("o", i, o[i], i < 32 ? -3 * (2 * i + 32) : 7);
  return done();
}
