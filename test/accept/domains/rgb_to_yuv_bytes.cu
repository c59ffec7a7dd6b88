// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interleaved RGB bytes to planar YUV with integer arithmetic and saturation.
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
namespace color {
struct Weights { int r, g, b, bias; };
inline constexpr Weights Y{66, 129, 25, 16}, U{-38, -74, 112, 128}, V{112, -94, -18, 128};
template <Weights W, class T> __tile__ auto mix(T r, T g, T b) {
  auto v = ((r * W.r + g * W.g + b * W.b + 128) >> 8) + W.bias;
  return ct::element_cast<unsigned char>(ct::min(ct::max(v, 0), 255));
}
}
__tile_global__ void convert(const unsigned char *rgb, unsigned char *y, unsigned char *u, unsigned char *v, int n) {
  using I = ct::tile<int, ct::shape<128>>;
  I i = int(ct::bid().x * 128) + ct::iota<I>();
  auto in = i < n;
  auto channel = [&](int c) { return ct::element_cast<int>(ct::load_masked(rgb + i * 3 + c, in, (unsigned char)0)); };
  I r = channel(0), g = channel(1), b = channel(2);
  ct::store_masked(y + i, color::mix<color::Y>(r, g, b), in);
  ct::store_masked(u + i, color::mix<color::U>(r, g, b), in);
  ct::store_masked(v + i, color::mix<color::V>(r, g, b), in);
}
int main() {
  int n = 300;
  auto *rgb = managed<unsigned char>(3 * n), *y = managed<unsigned char>(n), *u = managed<unsigned char>(n), *v = managed<unsigned char>(n);
  for (int i = 0; i < 3 * n; ++i) rgb[i] = i * 89;
  convert<<<(n + 127) / 128, 1>>>(rgb, y, u, v, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    expect("y", i, y[i], ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16);
    expect("u", i, u[i], ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128);
    expect("v", i, v[i], ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128);
  }
  return done();
}
