// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sobel by loading three shifted rows from a strided view of a padded image.
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
template <int W> __tile_global__ void sobel(const float *img, float *mag, int pitch, int h) {
  namespace t = cuda::tiles;
  using t::shape;
  auto e = t::extents<int, t::dynamic_extent, W + 64>{h};
  auto span = t::tensor_span{img, e};
  int y = t::bid().x;
  auto row = [&](int dy, int dx) {
    auto i = t::iota<t::tile<int, shape<W>>>();
    return t::load(span.data_handle() + (y + dy) * (W + 64) + i + dx);
  };
  auto gx = row(0, 2) - row(0, 0) + 2 * (row(1, 2) - row(1, 0)) + (row(2, 2) - row(2, 0));
  auto gy = row(2, 0) - row(0, 0) + 2 * (row(2, 1) - row(0, 1)) + row(2, 2) - row(0, 2);
  auto m = t::sqrt(gx * gx + gy * gy);
  t::store(mag + y * W + t::iota<t::tile<int, shape<W>>>(), m);
}
int main() {
  constexpr int W = 64, P = W + 64;
  int h = 8;
  float *img = managed<float>(P * h), *m = managed<float>(W * h);
  for (int i = 0; i < P * h; ++i) img[i] = (i * i) % 23;
  sobel<W><<<h - 2, 1>>>(img, m, P, h);
  cudaDeviceSynchronize();
  for (int y = 0; y < h - 2; ++y)
    for (int x = 0; x < W; ++x) {
      auto p = [&](int r, int c) { return img[(y + r) * P + x + c]; };
      float gx = p(0, 2) - p(0, 0) + 2 * (p(1, 2) - p(1, 0)) + p(2, 2) - p(2, 0);
      float gy = p(2, 0) - p(0, 0) + 2 * (p(2, 1) - p(0, 1)) + p(2, 2) - p(0, 2);
      expect("m", y * W + x, m[y * W + x], std::sqrt(gx * gx + gy * gy));
    }
  return done();
}
