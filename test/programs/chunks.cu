// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A large array in chunks: copies in and out overlap with kernels on two streams, from pinned memory.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 100000, chunk = 8192;
  float *host;
  CHECK(cudaMallocHost(&host, n * sizeof(float)));
  for (int i = 0; i < n; ++i)
    host[i] = float(i);
  cudaStream_t streams[2];
  float *buffers[2];
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaStreamCreate(&streams[i]));
    CHECK(cudaMalloc(&buffers[i], chunk * sizeof(float)));
  }
  int turns = 0;
  for (int first = 0; first < n; first += chunk, ++turns) {
    int count = n - first < chunk ? n - first : chunk, slot = turns % 2;
    size_t bytes = size_t(count) * sizeof(float);
    CHECK(cudaMemcpyAsync(buffers[slot], host + first, bytes, cudaMemcpyHostToDevice, streams[slot]));
    affine<<<blocks(count), 1, 0, streams[slot]>>>(buffers[slot], 2.0f, 1.0f, count);
    CHECK(cudaMemcpyAsync(host + first, buffers[slot], bytes, cudaMemcpyDeviceToHost, streams[slot]));
  }
  CHECK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += host[i] != 2 * float(i) + 1;
  std::printf("%d chunks, %d wrong\n", turns, wrong);
  CHECK(cudaFreeHost(host));
}
