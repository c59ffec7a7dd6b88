// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Top-k by bisection of a threshold over the bits of non-negative floats.
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
template <int N> __tile__ int countAbove(ct::tile<unsigned, ct::shape<N>> bits, unsigned t) {
  return static_cast<int>(ct::sum(ct::element_cast<int>(bits >= t), 0_ic));
}
template <int N, int K> __tile_global__ void kth(const float *x, float *out) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto bits = ct::element_bitcast<unsigned>(ct::load(x + int(ct::bid().x) * N + i));
  unsigned t = 0;
  for (int b = 30; b >= 0; --b)
    if (unsigned next = t | 1u << b; countAbove<N>(bits, next) >= K) t = next;
  out[ct::bid().x] = __builtin_bit_cast(float, t);
}
int main() {
  constexpr int N = 128, K = 5;
  float *x = managed<float>(3 * N), *o = managed<float>(3);
  for (int i = 0; i < 3 * N; ++i) x[i] = (i * 53 % 127) * .25f;
  kth<N, K><<<3>>>(x, o);
  cudaDeviceSynchronize();
  for (int r = 0; r < 3; ++r) {
    int above = 0, atLeast = 0;
    for (int i = 0; i < N; ++i) above += x[r * N + i] > o[r], atLeast += x[r * N + i] >= o[r];
    expect("above", r, above < K && atLeast >= K, 1);
  }
  return done();
}
