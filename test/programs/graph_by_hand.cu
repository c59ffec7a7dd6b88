// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph made node by node, asked for its launches, and changed before and after it is instantiated.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 1000;
  Array<float> x(sequence<float>(n)), y(n, 7.0f);
  float last = 0, factor = 2;
  int count = n;
  void *arguments[] = {&y.data, &x.data, &factor, &count};
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t clear, first, second, copy;
  cudaMemsetParams fill = {};
  fill.dst = y.data;
  fill.elementSize = 4;
  fill.width = n;
  fill.height = 1;
  cudaKernelNodeParams launch = {};
  launch.func = (void *)axpy;
  launch.gridDim = dim3(blocks(n));
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &fill));
  CHECK(cudaGraphAddKernelNode(&first, graph, &clear, 1, &launch));
  factor = 3;
  CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &launch));
  CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &second, 1, &last, y.data + n - 1, sizeof last, cudaMemcpyDeviceToHost));
  auto run = [&](const char *what) {
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaDeviceSynchronize());
    std::printf("%s: %.0f\n", what, last);
  };
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  run("2 and 3 times");

  cudaKernelNodeParams asked = {};
  CHECK(cudaGraphKernelNodeGetParams(first, &asked));
  std::printf("a grid of %u, a factor of %.0f, %s\n", asked.gridDim.x, *(float *)asked.kernelParams[2],
              asked.func == launch.func ? "axpy" : "something else");
  factor = 100;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, second, &launch));
  run("2 and 100 times");
  factor = 50;
  CHECK(cudaGraphKernelNodeSetParams(first, &launch));
  run("as before");
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  run("50 and 3 times");

  float term = 0.5f;
  factor = 1;
  void *others[] = {&y.data, &factor, &term, &count};
  launch.func = (void *)affine;
  launch.kernelParams = others;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, second, &launch));
  CHECK(cudaGraphLaunch(exec, nullptr));
  std::printf("another kernel: %.1f\n", y.get()[1]);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
}
