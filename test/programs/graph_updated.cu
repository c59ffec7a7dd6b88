// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An executable graph takes over the changes of a graph that was captured again.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 500;
  Array<float> x(sequence<float>(n));
  cudaStream_t stream;
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaStreamCreate(&stream));
  for (int step = 1; step <= 3; ++step) {
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    affine<<<blocks(n), 1, 0, stream>>>(x.data, 1.0f, float(step), n);
    affine<<<blocks(n), 1, 0, stream>>>(x.data, 2.0f, 0.0f, n);
    CHECK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExecUpdateResultInfo info = {};
    if (!exec)
      CHECK(cudaGraphInstantiate(&exec, graph, 0));
    else
      CHECK(cudaGraphExecUpdate(exec, graph, &info));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphDestroy(graph));
    std::printf("step %d: %.0f %.0f\n", step, x.get()[0], x.get()[n - 1]);
  }
  CHECK(cudaGraphExecDestroy(exec));
}
