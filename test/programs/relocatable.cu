// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIMT functions and variables of another source, linked by -rdc=true, beside tile kernels of both.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers, nvcc
// build: tilec -rdc=true %S/relocatable.cu %S/Inputs/weights.cu -o program
// needs: simt
#include "Inputs/program.h"
#include "Inputs/vectors.h"

__device__ float weighted(float x); // of the other source
extern __device__ int uses;
void finish(float *p, int n);

__global__ void weigh(float *p, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    p[i] = weighted(p[i]);
  if (i == 0)
    ++uses;
}

int main() {
  const int n = 200;
  Array<float> x(sequence<float>(n));
  weigh<<<2, 128>>>(x.data, n);
  affine<<<blocks(n), 1>>>(x.data, 1.0f, 1.0f, n);
  finish(x.data, n);
  std::vector<float> out = x.get();
  int count = 0;
  CHECK(cudaMemcpyFromSymbol(&count, uses, sizeof count));
  std::printf("%.0f %.0f, %d\n", out[0], out[n - 1], count);
}
