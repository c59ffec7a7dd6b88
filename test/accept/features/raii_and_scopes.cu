// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Destructors that write, guards, early returns and loops with break inside scopes.
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
struct Counter { int *p; __tile__ Counter(int *q) : p(q) { *p += 1; } __tile__ ~Counter() { *p += 100; } Counter(const Counter &) = delete; };
struct Lock { unsigned *w; __tile__ explicit Lock(unsigned *p) : w(p) { while (ct::atomic_compare_exchange<ct::memory_order::acquire, ct::thread_scope::device>(w, 0u, 1u) != 0u) {} } __tile__ ~Lock() { ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(w, 0u); } };
template <class F> struct Defer { F f; __tile__ ~Defer() { f(); } };
template <class F> Defer(F) -> Defer<F>;
__tile__ int find(const int *a, int n, int x, int *log) { for (int i = 0; i < n; ++i) { Counter c(log); if (a[i] == x) return i; if (a[i] < 0) break; } return -1; }
__tile_global__ void k(const int *a, int *log, unsigned *lock, int *shared) {
  Defer d{[=] { log[1] += 7; }};
  {
    Lock l(lock);
    *shared = *shared + 1;
  }
  if (ct::bid().x) return;
  log[2] = find(a, 5, 30, log);
  log[3] = find(a, 5, 99, log);
}
int main() {
  int *a = managed<int>(5), *log = managed<int>(4), *s = managed<int>(1);
  unsigned *l = managed<unsigned>(1);
  int v[] = {10, 20, 30, -1, 99};
  for (int i = 0; i < 5; ++i) a[i] = v[i];
  k<<<1, 1>>>(a, log, l, s);
  cudaDeviceSynchronize();
  expect("count", 0, log[0], 707), expect("defer", 0, log[1], 7), expect("found", 0, log[2], 2), expect("stopped", 0, log[3], -1), expect("shared", 0, *s, 1);
  return done();
}
