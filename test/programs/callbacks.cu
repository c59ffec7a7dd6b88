// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host functions between kernels of a stream, and an older callback with the stream's state.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

struct Log {
  const float *values;
  int calls;
};

static void CUDART_CB sum(void *pointer) {
  Log &log = *static_cast<Log *>(pointer);
  ++log.calls;
  std::printf("call %d: %.0f\n", log.calls, log.values[0]);
}

static void CUDART_CB done(cudaStream_t, cudaError_t status, void *text) {
  std::printf("%s: %s\n", static_cast<const char *>(text), cudaGetErrorName(status));
}

int main() {
  const int n = 256;
  float *values; // pinned, so that copies do not wait
  CHECK(cudaMallocHost(&values, n * sizeof(float)));
  Array<float> x(n, 1.0f);
  Log log = {values, 0};
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 3; ++i) {
    affine<<<blocks(n), 1, 0, stream>>>(x.data, 3.0f, 1.0f, n);
    CHECK(cudaMemcpyAsync(values, x.data, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(stream, sum, &log));
  }
  char text[] = "at the end";
  CHECK(cudaStreamAddCallback(stream, done, text, 0));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%d calls\n", log.calls);
  CHECK(cudaFreeHost(values));
}
