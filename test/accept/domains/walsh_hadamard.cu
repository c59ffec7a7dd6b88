// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fast Walsh-Hadamard transform: a butterfly as reshape, sum and difference, unrolled by an index sequence.
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
#include <utility>
template <int N, int S, class T> __tile__ T butterfly(T x) {
  auto v = ct::reshape(x, ct::shape<N / (2 * S), 2, S>{});
  auto a = ct::extract(v, ct::shape<N / (2 * S), 1, S>{}, 0, 0, 0);
  auto b = ct::extract(v, ct::shape<N / (2 * S), 1, S>{}, 0, 1, 0);
  return ct::reshape(ct::cat(a + b, a - b, ct::integral_constant<1>{}), ct::shape<N>{});
}
template <int N, int... L> __tile__ auto wht(ct::tile<float, ct::shape<N>> x, std::integer_sequence<int, L...>) {
  ((x = butterfly<N, (1 << L)>(x)), ...);
  return x;
}
template <int LOG> __tile_global__ void hadamard(float *p) {
  constexpr int N = 1 << LOG;
  auto q = p + ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(q, wht<N>(ct::load(q), std::make_integer_sequence<int, LOG>{}));
}
int main() {
  constexpr int L = 6, N = 1 << L;
  float *p = managed<float>(3 * N), in[3 * N];
  for (int i = 0; i < 3 * N; ++i) in[i] = p[i] = (i * 7) % 13 - 6;
  hadamard<L><<<3, 1>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3 * N; ++i) {
    double s = 0;
    for (int j = 0; j < N; ++j) s += __builtin_parity(j & (i % N)) ? -in[i / N * N + j] : in[i / N * N + j];
    expect("wht", i, p[i], s);
  }
  return done();
}
