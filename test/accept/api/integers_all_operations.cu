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
template <class T> __tile_global__ void k(const T *a, const T *b, T *o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto x = ct::load(a + i), y = ct::load(b + i);
  auto at = o + i;
  auto put = [&](auto t) { static_assert(ct::tile_with_element_t<decltype(t), T>::element_type() == T()); };
  (void)put;
  ct::store(at, ct::floordiv(x, y)), ct::store(at + 16, ct::ceildiv(x, y)), ct::store(at + 32, ct::remainder(x, y));
  ct::store(at + 48, x / y), ct::store(at + 64, (x ^ y) & ~y | T(1)), ct::store(at + 80, x << (i & 3)), ct::store(at + 96, x >> 2);
  ct::store(at + 112, ct::abs(x)), ct::store(at + 128, ct::min(x, y)), ct::store(at + 144, ct::max(x, T(3)));
}
template <class T> void check(T *a, T *b, T *o) {
  for (int i = 0; i < 16; ++i) a[i] = T(i * 5 - 20), b[i] = T(i % 2 ? 3 : T(-1) < T(0) ? -7 : 7);
  k<<<1>>>((const T *)a, (const T *)b, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) {
    T x = a[i], y = b[i];
    T f = x / y - ((x % y != 0) && ((x < 0) != (y < 0))), c = x / y + ((x % y != 0) && ((x < 0) == (y < 0)));
    T want[] = {f, c, T(x % y), T(x / y), T(((x ^ y) & ~y) | 1), T(x << (i & 3)), T(x >> 2), x < 0 ? T(-x) : x, x < y ? x : y, x > 3 ? x : T(3)};
    for (int j = 0; j < 10; ++j) expect("o", j * 16 + i, o[j * 16 + i], want[j]);
  }
}
int main() {
  check(managed<signed char>(16), managed<signed char>(16), managed<signed char>(160));
  check(managed<short>(16), managed<short>(16), managed<short>(160));
  check(managed<int>(16), managed<int>(16), managed<int>(160));
  check(managed<long>(16), managed<long>(16), managed<long>(160));
  check(managed<unsigned char>(16), managed<unsigned char>(16), managed<unsigned char>(160));
  check(managed<unsigned>(16), managed<unsigned>(16), managed<unsigned>(160));
  check(managed<unsigned long long>(16), managed<unsigned long long>(16), managed<unsigned long long>(160));
  return done();
}
