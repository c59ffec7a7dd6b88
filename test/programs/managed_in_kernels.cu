// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed variables that SIMT kernels name.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers, nvcc
// needs: simt
#include "Inputs/program.h"
#include "Inputs/vectors.h"

__managed__ int hits;
__managed__ float limits[2] = {0.5f, 10};

__global__ void count_within(const float *p, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && p[i] > limits[0] && p[i] < limits[1])
    atomicAdd(&hits, 1);
}

int main() {
  const int n = 100;
  Array<float> x(sequence<float>(n));
  count_within<<<1, 128>>>(x.data, n);
  CHECK(cudaDeviceSynchronize());
  std::printf("%d hits\n", hits);
  limits[1] = 50;
  hits = 1000;
  affine<<<1, 1>>>(limits, 1.0f, 1.0f, 1); // a tile kernel moves the lower limit
  count_within<<<1, 128>>>(x.data, n);
  CHECK(cudaDeviceSynchronize());
  std::printf("%d hits above %.1f\n", hits, limits[0]);
}
