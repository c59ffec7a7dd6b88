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
template <int N> __tile_global__ void countWord(const char *text, const char *word, int n, int len, int *count, int *first) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto match = i + len <= n;
  for (int c = 0; c < len; ++c) match = match & (ct::load_masked(text + i + c, i + c < n, '\0') == word[c]);
  ct::atomic_add(count, static_cast<int>(ct::sum(ct::element_cast<int>(match), 0_ic)), ct::memory_order_relaxed_t{});
  int here = int(ct::reduce_min(ct::select(match, i, ct::full<decltype(i)>(n)), 0_ic));
  if (here < n) ct::atomic_min<ct::memory_order::relaxed>(first, here);
}
#include <cstring>
int main() {
  const char *t = "the quick brown fox; the lazy dog. then the end, u8: \xc3\xa9the";
  int n = std::strlen(t);
  char *text = managed<char>(n), *w = managed<char>(3);
  int *r = managed<int>(2);
  std::memcpy(text, t, n), std::memcpy(w, "the", 3);
  r[1] = n;
  countWord<32><<<(n + 31) / 32, 1>>>(text, w, n, 3, r, r + 1);
  cudaDeviceSynchronize();
  expect("count", 0, r[0], 5), expect("first", 1, r[1], 0);
  return done();
}
