// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several threads of the host with a stream each launch and wait at the same time.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <thread>

int main() {
  const int n = 3000, threads = 4;
  std::vector<float> results(threads);
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      cudaStream_t stream;
      CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      Array<float> x(sequence<float>(n)), y(n);
      CHECK(cudaDeviceSynchronize());
      for (int i = 0; i < 10; ++i)
        axpy<<<blocks(n), 1, 0, stream>>>(y.data, x.data, float(t), n);
      CHECK(cudaStreamSynchronize(stream));
      results[t] = y.get()[n - 1];
      CHECK(cudaStreamDestroy(stream));
    });
  for (std::thread &worker : workers)
    worker.join();
  for (float result : results)
    std::printf("%.0f\n", result);
}
