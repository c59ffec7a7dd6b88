// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LSD radix sort, a bit a pass, ranks by exclusive sums.
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
template <int N> __tile_global__ void radix(unsigned *keys, unsigned *tmp) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  unsigned *from = keys, *to = tmp;
  for (int bit = 0; bit < 16; ++bit) {
    auto k = ct::load(from + i);
    auto one = ct::element_cast<int>((k >> bit) & 1u);
    auto zero = 1 - one;
    auto zerosBefore = ct::partial_sum(zero, 0_ic) - zero;
    int zerosTotal = int(ct::sum(zero, 0_ic));
    auto to1 = zerosTotal + ct::partial_sum(one, 0_ic) - one;
    ct::store(to + ct::select(one == 1, to1, zerosBefore), k);
    auto s = from;
    from = to;
    to = s;
  }
}
int main() {
  constexpr int N = 256;
  unsigned *k = managed<unsigned>(N), *t = managed<unsigned>(N);
  unsigned long sum = 0, sum2 = 0;
  for (unsigned i = 0; i < N; ++i) k[i] = (i * 40503u) & 0xffff, sum += k[i];
  radix<N><<<1>>>(k, t);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) {
    sum2 += k[i];
    if (i) expect("order", i, k[i - 1] <= k[i], 1);
  }
  expect("sum", 0, sum2, sum);
  return done();
}
