// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __device__ and __constant__ variables of SIMT code, whose addresses tile kernels get.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers, nvcc
// needs: simt
#include "Inputs/program.h"
#include "Inputs/vectors.h"

__device__ float offsets[4];
__constant__ float factors[4];
__device__ int calls;

__global__ void scale_by_constants(float *p, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    p[i] = p[i] * factors[i % 4] + offsets[i % 4];
  if (i == 0)
    calls += 1;
}

int main() {
  const int n = 100;
  Array<float> x(sequence<float>(n));
  float f[] = {1, 10, 100, 1000}, o[] = {0.5f, 0.25f, 0, 0}, *address = nullptr;
  CHECK(cudaMemcpyToSymbol(factors, f, sizeof f));
  CHECK(cudaMemcpyToSymbol(offsets, o, sizeof o));
  scale_by_constants<<<4, 32>>>(x.data, n);
  CHECK(cudaGetSymbolAddress((void **)&address, offsets));
  affine<<<1, 1>>>(address, 0.0f, 7.0f, 4); // a tile kernel writes what the SIMT kernel reads
  scale_by_constants<<<4, 32>>>(x.data, n);
  int count = 0;
  CHECK(cudaMemcpyFromSymbol(&count, calls, sizeof count));
  std::vector<float> out = x.get();
  std::printf("%.2f %.2f %.0f %.0f, %d calls\n", out[4], out[5], out[2], out[3], count);
}
