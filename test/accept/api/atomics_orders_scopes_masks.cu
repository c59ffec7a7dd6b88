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
template <class T> __tile__ void every(T *p) {
  using O = ct::memory_order;
  using S = ct::thread_scope;
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto one = ct::ones<ct::tile<T, ct::shape<4>>>();
  auto m = i != 2;
  auto old = ct::atomic_add<O::acq_rel, S::system>(p + i, one);
  old = ct::atomic_sub<O::release>(p + i, one + one);
  old = ct::atomic_add_masked<O::acquire, S::block>(p + i, old, m);
  old = ct::atomic_max(p + 4 + i, one * T(5), ct::memory_order_relaxed_t{});
  old = ct::atomic_min_masked(p + 4 + i, one * T(3), i > 0, ct::memory_order_acq_rel_t{}, ct::thread_scope_block_t{});
  old = ct::atomic_or<O::relaxed>(p + 8 + i, one << 3);
  old = ct::atomic_and_masked<O::relaxed, S::device>(p + 8 + i, one * T(12), true);
  old = ct::atomic_xor(p + 8 + i, one, ct::memory_order_release_t{});
  old = ct::atomic_xchg_masked<O::relaxed>(p + 12 + i, one * T(2), m);
  old = ct::atomic_compare_exchange<O::acq_rel>(p + 12 + i, one * T(2), one * T(4));
  old = ct::atomic_compare_exchange_masked(p + 12 + i, one * T(4), one * T(6), i == 0, ct::memory_order_relaxed_t{}, ct::thread_scope_system_t{});
  auto seen = ct::atomic_load_masked<O::acquire>(p + i, m, T(42));
  ct::atomic_store_masked<O::release, S::device>(p + 16 + i, seen, i < 4);
  T first = ct::atomic_load<O::relaxed, S::block>(p);
  ct::atomic_store(p + 20, first, ct::memory_order_relaxed_t{});
  T was = ct::atomic_add<O::relaxed>(p + 20, T(1));
  p[21] = was + ct::atomic_xchg<O::relaxed>(p + 22, T(9));
}
__tile_global__ void k(int *a, unsigned long long *b) { every(a); every(b); }
template <class T> void check(const T *p) {
  for (int i = 0; i < 4; ++i) {
    T base = T(10 + i) - 1, first = i == 2 ? base : T(base + T(11 + i));
    expect("add", i, p[i], first);
    expect("max", i, p[4 + i], i ? 3 : 5);
    expect("or", i, p[8 + i], 9);
    expect("xchg", i, p[12 + i], i == 2 ? 0 : i == 0 ? 6 : 4);
    expect("load", i, p[16 + i], i == 2 ? 42 : first);
  }
  expect("scalar", 20, p[20], 9 + 11 + 1), expect("scalar", 21, p[21], 20), expect("scalar", 22, p[22], 9);
}
int main() {
  int *a = managed<int>(24);
  auto *b = managed<unsigned long long>(24);
  for (int i = 0; i < 4; ++i) a[i] = b[i] = 10 + i;
  k<<<1>>>(a, b);
  cudaDeviceSynchronize();
  check(a), check(b);
  return done();
}
