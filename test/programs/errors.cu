// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime says of mistakes, and that the program goes on behind them.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

static void say(const char *what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
}

int main() {
  const int n = 128;
  Array<float> x(sequence<float>(n));
  affine<<<0, 1>>>(x.data, 2.0f, 0.0f, n);
  say("an empty grid", cudaPeekAtLastError());
  say("asked again", cudaGetLastError());
  say("and again", cudaGetLastError());
  float two = 2, zero = 0;
  int count = n;
  void *arguments[] = {&x.data, &two, &zero, &count};
  say("a block of 32", cudaLaunchKernel((const void *)affine, dim3(1), dim3(32), arguments, 0, nullptr));
  (void)cudaGetLastError();
  int device = 0;
  CHECK(cudaGetDevice(&device));
  say("device 1000", cudaSetDevice(1000));
  say("no kernel", cudaLaunchKernel((const void *)&device, dim3(1), dim3(1), arguments, 0, nullptr));
  say("copies of no direction", cudaMemcpy(x.data, &two, 4, cudaMemcpyKind(77)));
  void *none = &none;
  say("no memory", cudaMalloc(&none, size_t(1) << 60));
  say("no stream flags", cudaStreamCreateWithFlags((cudaStream_t *)&none, 1u << 30));
  (void)cudaGetLastError();
  std::printf("%s: %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorInvalidValue));
  affine<<<1, 1>>>(x.data, 2.0f, 0.0f, n);
  say("a launch behind all of them", cudaDeviceSynchronize());
  std::printf("%.0f\n", x.get()[n - 1]);
}
