// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A captured graph with a copy, two kernels on forked streams and a join, launched three times.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 1000;
  Array<float> x(sequence<float>(n)), y(n), z(n);
  std::vector<float> out(n);
  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreate(&other));
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(fork, stream));
  CHECK(cudaStreamWaitEvent(other, fork, 0));
  axpy<<<blocks(n), 1, 0, stream>>>(y.data, x.data, 1.0f, n);
  axpy<<<blocks(n), 1, 0, other>>>(z.data, x.data, 2.0f, n);
  CHECK(cudaEventRecord(join, other));
  CHECK(cudaStreamWaitEvent(stream, join, 0));
  axpy<<<blocks(n), 1, 0, stream>>>(y.data, z.data, 10.0f, n);
  CHECK(cudaMemcpyAsync(out.data(), y.data, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  std::printf("before %.0f\n", y.get()[n - 1]);
  for (int i = 0; i < 3; ++i) {
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    std::printf("%.0f %.0f\n", out[1], out[n - 1]);
  }
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
}
