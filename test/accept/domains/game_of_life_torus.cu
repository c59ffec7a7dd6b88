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
template <int W> __tile_global__ void life(const unsigned char *in, unsigned char *out, int h) {
  int y = ct::bid().x;
  auto x = ct::iota<ct::tile<int, ct::shape<W>>>();
  auto n = ct::zeros<ct::tile<unsigned char, ct::shape<W>>>();
  for (int dy : {-1, 0, 1}) for (int dx : {W - 1, 0, 1}) if (dy || dx) n = n + ct::load(in + (y + dy + h) % h * W + (x + dx) % W);
  auto alive = ct::load(in + y * W + x) != (unsigned char)0;
  auto next = (n == (unsigned char)3) | (alive & (n == (unsigned char)2));
  ct::store(out + y * W + x, ct::element_cast<unsigned char>(next));
}
int main() {
  constexpr int W = 32;
  int h = 10;
  auto *a = managed<unsigned char>(W * h), *b = managed<unsigned char>(W * h);
  for (int i = 0; i < W * h; ++i) a[i] = i * i % 7 < 3;
  life<W><<<h, 1>>>(a, b, h);
  cudaDeviceSynchronize();
  for (int y = 0; y < h; ++y) for (int x = 0; x < W; ++x) {
    int n = 0;
    for (int d = 0; d < 9; ++d) if (d != 4) n += a[(y + d / 3 - 1 + h) % h * W + (x + d % 3 - 1 + W) % W];
    expect("life", y * W + x, b[y * W + x], n == 3 || (a[y * W + x] && n == 2));
  }
  return done();
}
