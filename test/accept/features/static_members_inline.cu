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
template <class T> struct Limits;
template <> struct Limits<float> { static constexpr float lowest = -3.4e38f; static constexpr int bits[2] = {8, 23}; };
template <> struct Limits<short> { static constexpr short lowest = -32768; static inline constexpr int bits[2] = {0, 15}; };
struct Tuning { static constexpr int Block = 64; enum { Unroll = 2 }; template <class T> static constexpr int PerLane = 16 / sizeof(T); using Shape = ct::shape<Block>; static __tile__ int base() { return int(ct::bid().x) * Block; } };
template <class T, class Tune = Tuning> __tile_global__ void runningMax(const T *in, T *out, int n) {
  ct::tile<T, typename Tune::Shape> best = ct::full<decltype(best)>(Limits<T>::lowest);
  for (int u = 0; u < Tune::Unroll; ++u) {
    auto i = Tune::base() * Tune::Unroll + u * Tune::Block + ct::iota<ct::tile<int, typename Tune::Shape>>();
    best = ct::max(best, ct::load_masked(in + i, i < n, Limits<T>::lowest));
  }
  ct::store(out + Tune::base() + ct::iota<ct::tile<int, typename Tune::Shape>>(), best);
  if (Tune::template PerLane<T> != 16 / (int)sizeof(T) || Limits<T>::bits[1] < 15) out[0] = 0;
}
int main() {
  int n = 200;
  float *a = managed<float>(n), *o = managed<float>(128);
  short *b = managed<short>(n), *p = managed<short>(128);
  for (int i = 0; i < n; ++i) a[i] = -i, b[i] = i;
  runningMax<<<2, 1>>>((const float *)a, o, n);
  runningMax<<<2, 1>>>((const short *)b, p, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) {
    int x = i / 64 * 128 + i % 64, y = x + 64;
    expect("f", i, o[i], x < n ? a[x] : -3.4e38f);
    expect("s", i, p[i], y < n ? b[y] : x < n ? b[x] : -32768);
  }
  return done();
}
