// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two passes of a box blur with clamped borders, on planar float images.
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
constexpr int BW = 64;
template <int R> __tile_global__ void blurRows(const float *__restrict__ in, float *__restrict__ out, int w, int h) {
  const auto [bx, by, bz] = ct::bid();
  auto x = static_cast<int>(bx) * BW + ct::iota<ct::tile<int, ct::shape<BW>>>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<BW>>>();
  const auto inside = x < w;
#pragma unroll
  for (int d = -R; d <= R; d++) {
    auto cx = ct::min(ct::max(x + d, 0), w - 1);
    sum = sum + ct::load_masked(in + by * w + cx, inside, 0.f);
  }
  ct::store_masked(out + by * w + x, sum / float(2 * R + 1), inside);
}
template <int R> __tile_global__ void blurColumns(const float *__restrict__ in, float *__restrict__ out, int w, int h) {
  auto b = ct::bid();
  auto x = (int)b.x * BW + ct::iota<ct::tile<int, ct::shape<BW>>>();
  float norm = 1.f / (2 * R + 1);
  ct::tile<float, ct::shape<BW>> acc{};
  acc = ct::full<decltype(acc)>(0);
  for (int d = -R; d <= R; ++d) {
    int y = ct::min(ct::max((int)b.y + d, 0), h - 1);
    acc = ct::fma(ct::load_masked(in + y * w + x, x < w, 0.f), ct::full<decltype(acc)>(norm), acc);
  }
  ct::store_masked(out + b.y * w + x, acc, x < w);
}
int main() {
  const int w = 100, h = 9;
  float *a = managed<float>(w * h), *t = managed<float>(w * h), *o = managed<float>(w * h);
  for (int i = 0; i < w * h; ++i) a[i] = i * 37 % 101;
  dim3 grid((w + BW - 1) / BW, h);
  blurRows<2><<<grid, 1>>>(a, t, w, h);
  blurColumns<1><<<grid, 1>>>(t, o, w, h);
  cudaDeviceSynchronize();
  auto cl = [](int v, int n) { return v < 0 ? 0 : v >= n ? n - 1 : v; };
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      double s = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -2; dx <= 2; ++dx) s += a[cl(y + dy, h) * w + cl(x + dx, w)];
      expect("blur", y * w + x, o[y * w + x], s / 15);
    }
  return done();
}
