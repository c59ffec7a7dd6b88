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
enum class Axis { Group, Instance, Layer };
template <Axis A> struct Extent;
template <> struct Extent<Axis::Group> { static __tile__ int channels(int c, int groups) { return c / groups; } };
template <> struct Extent<Axis::Instance> { static __tile__ int channels(int, int) { return 1; } };
template <> struct Extent<Axis::Layer> { static __tile__ int channels(int c, int) { return c; } };
template <Axis A, int B> __tile_global__ void norm(const float *x, const float *gamma, const float *beta, float *y, int c, int hw, int groups, float eps) {
  int per = Extent<A>::channels(c, groups), count = per * hw;
  int n = ct::bid().y, g = ct::bid().x, base = (n * c + g * per) * hw;
  auto lane = ct::iota<ct::tile<int, ct::shape<B>>>();
  auto s = ct::zeros<ct::tile<float, ct::shape<B>>>(), q = s;
  for (int i : ct::irange(0, count, B)) { auto v = ct::load_masked(x + base + i + lane, i + lane < count, 0.f); s = s + v; q = q + v * v; }
  float mean = float(ct::sum(s, 0_ic)) / count, var = float(ct::sum(q, 0_ic)) / count - mean * mean, inv = ct::rsqrt(var + eps);
  for (int i : ct::irange(0, count, B)) {
    auto at = i + lane;
    auto ok = at < count;
    auto ch = g * per + at / hw;
    auto v = (ct::load_masked(x + base + at, ok, 0.f) - mean) * inv;
    ct::store_masked(y + base + at, ct::fma(v, ct::load_masked(gamma + ch, ok, 1.f), ct::load_masked(beta + ch, ok, 0.f)), ok);
  }
}
template <Axis A> void test(int n, int c, int hw, int groups) {
  int total = n * c * hw, per = A == Axis::Group ? c / groups : A == Axis::Instance ? 1 : c;
  float *x = managed<float>(total), *y = managed<float>(total), *a = managed<float>(c), *b = managed<float>(c);
  for (int i = 0; i < total; ++i) x[i] = i * 7 % 23;
  for (int i = 0; i < c; ++i) a[i] = 1 + i, b[i] = -i;
  norm<A, 32><<<dim3(c / per, n), 1>>>(x, a, b, y, c, hw, groups, 1e-5f);
  cudaDeviceSynchronize();
  for (int i = 0; i < total; ++i) {
    int from = i / (per * hw) * per * hw, ch = i / hw % c;
    double s = 0, q = 0;
    for (int j = from; j < from + per * hw; ++j) s += x[j], q += x[j] * x[j];
    s /= per * hw, q = q / (per * hw) - s * s;
    expect("y", i, y[i], (x[i] - s) / sqrt(q + 1e-5) * a[ch] + b[ch], 1e-3);
  }
}
int main() { test<Axis::Group>(2, 6, 25, 3); test<Axis::Instance>(2, 3, 40, 1); test<Axis::Layer>(3, 4, 10, 1); return done(); }
