// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code that launches, SIMT kernels and device functions beside a kernel of tile code are left alone.
// REQUIRES: cuda-headers
// RUN: tilec %s --run scale --grid 1 --arg 'out:[5]=iota' --arg 3 --arg 5 | FileCheck %s
// CHECK: p: 0 3 6 9 12
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>
namespace ct = cuda::tiles;
__global__ void simt(float *p) {
  p[threadIdx.x + blockIdx.x * blockDim.x] += 1;
  __syncthreads();
}
__device__ float g(float x) {
  return __expf(x);
}
__tile_global__ void scale(float *p, float a, int n) {
  auto i = int(ct::bid().x) * 16 + ct::iota<ct::tile<int, ct::shape<16>>>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) * a, i < n);
}
int main() {
  int n = 100;
  std::vector<float> h(n, 1.0f);
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 15) / 16, 1>>>(d, 2.0f, n);
  simt<<<1, 32>>>(d);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%f\n", h[0]);
  return 0;
}
