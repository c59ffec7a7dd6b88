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
#include <vector>
template <int N> __tile_global__ void k(float *p) { p[ct::bid().x] = N; }
__global__ void simt(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
int main() {
  int device = 0, count = 0, sms = 0, blocks = 0, minGrid = 0, block = 0;
  cudaGetDevice(&device), cudaGetDeviceCount(&count);
  cudaDeviceProp prop;
  if (cudaGetDeviceProperties(&prop, device) == cudaSuccess) sms = prop.multiProcessorCount;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaFuncAttributes a;
  auto e1 = cudaFuncGetAttributes(&a, simt);
  auto e2 = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, simt, 128, 0);
  auto e3 = cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, simt, 0, 0);
  int driver, runtime;
  cudaDriverGetVersion(&driver), cudaRuntimeGetVersion(&runtime);
  size_t free, total;
  cudaMemGetInfo(&free, &total);
  float *p = managed<float>(256);
  k<7><<<4, 1>>>(p);
  simt<<<2, 128>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) expect("p", i, p[i], i < 4 ? 8 : 1);
  expect("facts", 0, count >= 1 && sms >= 1 && free <= total && runtime >= 13000, 1);
  std::printf("%s %s %s\n", cudaGetErrorName(e1), cudaGetErrorName(e2), cudaGetErrorName(e3));
  return done();
}
