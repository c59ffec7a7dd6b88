// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library of one function, for C++ and for other languages.
#include "vectors.h"

void scale(float *p, float factor, int n) {
  affine<<<blocks(n), 1>>>(p, factor, 0.0f, n);
}

extern "C" int scale_host(float *values, float factor, int n) {
  float *p = nullptr;
  size_t bytes = size_t(n) * sizeof(float);
  if (cudaMalloc(&p, bytes) || cudaMemcpy(p, values, bytes, cudaMemcpyHostToDevice))
    return 1;
  scale(p, factor, n);
  cudaError_t error = cudaMemcpy(values, p, bytes, cudaMemcpyDeviceToHost);
  return error || cudaFree(p);
}
