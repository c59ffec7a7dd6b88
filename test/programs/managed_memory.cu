// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory that host code and kernels use in turn.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 1000;
  float *x, *y;
  CHECK(cudaMallocManaged(&x, n * sizeof(float)));
  CHECK(cudaMallocManaged(&y, n * sizeof(float)));
  for (int i = 0; i < n; ++i)
    x[i] = float(i), y[i] = 1;
  axpy<<<blocks(n), 1>>>(y, x, 2.0f, n);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    y[i] += 1;
  axpy<<<blocks(n), 1>>>(y, y, 1.0f, n);
  CHECK(cudaDeviceSynchronize());
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, y + 5));
  std::printf("%.0f %.0f, %s\n", y[1], y[n - 1], attributes.type == cudaMemoryTypeManaged ? "managed" : "other");
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
}
