// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic lambda that takes itself, with the depth in a type.
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
template <int N> using Int = ct::integral_constant<N>;
__tile_global__ void reduceTree(const int *in, int *out) {
  auto x = ct::load(in + ct::iota<ct::tile<int, ct::shape<64>>>());
  auto fold = [](auto self, auto t, auto n) {
    constexpr int N = decltype(n)::value;
    if constexpr (N == 1) return t;
    else {
      auto lo = ct::extract(t, ct::shape<N / 2>{}, 0), hi = ct::extract(t, ct::shape<N / 2>{}, 1);
      return self(self, ct::max(lo, hi), Int<N / 2>{});
    }
  };
  *out = static_cast<int>(fold(fold, x, Int<64>{}));
}
int main() {
  int *in = managed<int>(64), *o = managed<int>(1), m = -1000;
  for (int i = 0; i < 64; ++i) in[i] = (i * 37 % 101) - 50, m = in[i] > m ? in[i] : m;
  reduceTree<<<1>>>(in, o);
  cudaDeviceSynchronize();
  expect("max", 0, *o, m);
  return done();
}
