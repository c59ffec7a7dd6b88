// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tile and SIMT kernels of one source work on the same array.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers, nvcc
// needs: simt
#include "Inputs/program.h"
#include "Inputs/vectors.h"

__global__ void double_each(float *p, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    p[i] *= 2;
}
__global__ void reverse_block(float *p) {
  __shared__ float values[64];
  values[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = values[63 - threadIdx.x];
}

int main() {
  const int n = 1000;
  Array<float> x(sequence<float>(n)), y(n, 1.0f);
  double_each<<<(n + 255) / 256, 256>>>(x.data, n);
  axpy<<<blocks(n), 1>>>(y.data, x.data, 3.0f, n);
  reverse_block<<<1, 64>>>(y.data);
  CHECK(cudaGetLastError());
  std::vector<float> out = y.get();
  std::printf("%.0f %.0f %.0f %.0f\n", out[0], out[63], out[64], out[n - 1]);
}
