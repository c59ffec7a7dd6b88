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
struct Bodies { float *x, *y, *z, *m; };
struct Float3 { float x, y, z; };
template <int N> __tile_global__ void forces(const Bodies *bodies, Float3 *out, int n, float soft) {
  const Bodies b = *bodies;
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N, 1>>>();
  auto ok = i < n;
  auto xi = ct::load_masked(b.x + i, ok, 0.f), yi = ct::load_masked(b.y + i, ok, 0.f), zi = ct::load_masked(b.z + i, ok, 0.f);
  auto fx = ct::zeros<decltype(xi)>(), fy = fx, fz = fx;
  for (int j0 = 0; j0 < n; j0 += N) {
    auto j = j0 + ct::iota<ct::tile<int, ct::shape<1, N>>>();
    auto k = j < n;
    auto dx = ct::load_masked(b.x + j, k, 0.f) - xi, dy = ct::load_masked(b.y + j, k, 0.f) - yi, dz = ct::load_masked(b.z + j, k, 0.f) - zi;
    auto inv = ct::rsqrt(dx * dx + dy * dy + dz * dz + soft);
    auto w = ct::load_masked(b.m + j, k, 0.f) * inv * inv * inv;
    fx = fx + ct::sum(dx * w, 1_ic), fy = fy + ct::sum(dy * w, 1_ic), fz = fz + ct::sum(dz * w, 1_ic);
  }
  float *o = reinterpret_cast<float *>(out);
  ct::store_masked(o + 3 * i, fx, ok), ct::store_masked(o + 3 * i + 1, fy, ok), ct::store_masked(o + (3 * i + 2), fz, ok);
}
int main() {
  int n = 50;
  auto *b = managed<Bodies>(1);
  *b = {managed<float>(n), managed<float>(n), managed<float>(n), managed<float>(n)};
  auto *o = managed<Float3>(n);
  for (int i = 0; i < n; ++i) b->x[i] = sin(i), b->y[i] = cos(i * 2.), b->z[i] = sin(i * 3. + 1), b->m[i] = 1 + i % 3;
  forces<16><<<4, 1>>>(b, o, n, .01f);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    double f[3] = {};
    for (int j = 0; j < n; ++j) { double d[3] = {b->x[j] - b->x[i], b->y[j] - b->y[i], b->z[j] - b->z[i]}, w = b->m[j] / pow(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + .01, 1.5); for (int c = 0; c < 3; ++c) f[c] += d[c] * w; }
    expect("x", i, o[i].x, f[0], 1e-3), expect("y", i, o[i].y, f[1], 1e-3), expect("z", i, o[i].z, f[2], 1e-3);
  }
  return done();
}
