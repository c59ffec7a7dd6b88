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
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <class H> struct Affine { H a, b; __tile__ H operator()(H x) const { return a * x + b; } template <class T> __tile__ auto operator()(ct::tile<H, T> x) const { return a * x + b; } };
template <class H> __tile_global__ void k(H *p, float f, H h) {
  Affine<H> g{H(2.f), static_cast<H>(f)};
  p[0] = g(p[0]) - h;
  H m = p[1] > p[2] ? p[1] : p[2];
  m += H(1.f); m *= m; m = -m;
  p[1] = m;
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(p + 8 + i, g(ct::load(p + 8 + i)));
  float wide = p[3];
  p[4] = wide / 4;
  p[5] = ct::max(p[6], p[7]);
  if (p[6] == p[7] || !(p[6] != p[6])) p[6] = H(9.0);
  p[7] = ct::exp(H(0.f)) + H(int(3)) + H(2u);
}
template <class H> void test() {
  H *p = managed<H>(16);
  for (int i = 0; i < 16; ++i) p[i] = H(float(i));
  k<H><<<1>>>(p, .5f, H(1.f));
  cudaDeviceSynchronize();
  double want[] = {-.5, -9, 2, 3, .75, 7, 9, 6};
  for (int i = 0; i < 8; ++i) expect("p", i, float(p[i]), want[i]);
  for (int i = 8; i < 16; ++i) expect("p", i, float(p[i]), 2 * i + .5, 1e-2);
}
int main() { test<__half>(); test<__nv_bfloat16>(); return done(); }
