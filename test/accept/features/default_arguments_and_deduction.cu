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
template <class T, class Acc = decltype(T() + 0.f), int N = 8 * sizeof(T), class Op = struct DefaultOp> struct Job;
struct DefaultOp { template <class T> __tile__ T operator()(T a, T b) const { return a + b; } };
template <class T, class Acc, int N, class Op> struct Job { using acc = Acc; static constexpr int n = N; using op = Op; };
template <class J, class T> __tile_global__ void run(const T *in, typename J::acc *out, int n = J::n, float scale = 1.f) {
  auto i = ct::iota<ct::tile<int, ct::shape<J::n>>>();
  auto t = ct::element_cast<typename J::acc>(ct::load_masked(in + i, i < n, T(0)));
  using H = ct::shape<J::n / 2>;
  auto r = typename J::op{}(ct::extract(t, H{}, 0), ct::extract(t, H{}, 1));
  *out = static_cast<typename J::acc>(ct::sum(r, 0_ic)) * scale;
}
__tile__ int pick(int a, int b = 2, int c = sizeof(int[3])) { return a + b * c; }
__tile_global__ void second(int *p, int a = 4) { p[0] = pick(a); p[1] = pick(a, 1); }
int main() {
  float *f = managed<float>(32), *o = managed<float>(2);
  auto *s = managed<short>(16);
  int *p = managed<int>(2);
  for (int i = 0; i < 32; ++i) f[i] = i, s[i / 2] = 2;
  run<Job<float>><<<1, 1>>>((const float *)f, o);
  run<Job<short>><<<1, 1>>>((const short *)s, o + 1, 10, .5f);
  second<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  expect("o", 0, o[0], 496), expect("o", 1, o[1], 10), expect("p", 0, p[0], 28), expect("p", 1, p[1], 16);
  return done();
}
