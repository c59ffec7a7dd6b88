// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams that wait for each other by events; priorities; what events measure.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 5000;
  Array<float> x(sequence<float>(n)), y(n);
  int low = 0, high = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
  cudaStream_t first, second;
  cudaEvent_t start, middle, end;
  CHECK(cudaStreamCreateWithPriority(&first, cudaStreamNonBlocking, high));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  for (cudaEvent_t *event : {&start, &middle, &end})
    CHECK(cudaEventCreate(event));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventRecord(start, first));
  for (int i = 0; i < 20; ++i)
    affine<<<blocks(n), 1, 0, first>>>(x.data, 1.0f, 1.0f, n);
  CHECK(cudaEventRecord(middle, first));
  CHECK(cudaStreamWaitEvent(second, middle, 0));
  axpy<<<blocks(n), 1, 0, second>>>(y.data, x.data, 1.0f, n);
  CHECK(cudaEventRecord(end, second));
  CHECK(cudaEventSynchronize(end));
  float whole = -1, part = -1;
  CHECK(cudaEventElapsedTime(&whole, start, end));
  CHECK(cudaEventElapsedTime(&part, start, middle));
  std::printf("%s, %s\n", cudaGetErrorName(cudaEventQuery(middle)), cudaGetErrorName(cudaStreamQuery(second)));
  std::printf("time %s\n", part >= 0 && whole >= part ? "grows" : "shrinks");
  std::printf("%.0f %.0f\n", y.get()[0], y.get()[n - 1]);
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
}
