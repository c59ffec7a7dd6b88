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
#include <cuda.h>
__tile__ float coefficients[4] = {1, 2, 3, 4};
__device__ int launches;
__constant__ float offsets[2];
__global__ void count() { atomicAdd(&launches, 1); }
__global__ void offset(float *p) { p[threadIdx.x] += offsets[threadIdx.x % 2]; }
__tile_global__ void poly(const float *x, float *y) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto v = ct::load(x + i);
  auto r = ct::full<decltype(v)>(coefficients[3]);
  for (int k = 2; k >= 0; --k) r = r * v + coefficients[k];
  ct::store(y + i, r);
}
int main() {
  float *x = managed<float>(8), *y = managed<float>(8), c[4] = {4, 3, 2, 1}, o[2] = {10, 20};
  for (int i = 0; i < 8; ++i) x[i] = i;
  cudaMemcpyToSymbol(coefficients, c, sizeof c);
  cudaMemcpyToSymbolAsync(offsets, o, sizeof o, 0, cudaMemcpyHostToDevice, 0);
  poly<<<1, 1>>>(x, y);
  offset<<<1, 8>>>(y);
  count<<<1, 5>>>();
  int n = 0;
  cudaMemcpyFromSymbol(&n, launches, sizeof n);
  cudaDeviceSynchronize();
  expect("count", 0, n, 5);
  for (int i = 0; i < 8; ++i) expect("y", i, y[i], 4 + 3 * i + 2 * i * i + i * i * i + (i % 2 ? 20 : 10));
  return done();
}
