// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS between two tile kernels, on one stream and in a captured graph.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
// build: tilec %S/cublas_between.cu -lcublas -o program
// needs: cublas
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <cublas_v2.h>

static void checkBlas(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    std::printf("cuBLAS: %d\n", int(status));
    std::exit(1);
  }
}

int main() {
  const int n = 64;
  Array<float> a(sequence<float>(n * n, 0, 1.0f / 64)), b(n * n), c(n * n);
  std::vector<float> unit(n * n);
  for (int i = 0; i < n; ++i)
    unit[i * n + i] = 2;
  b.set(unit);
  cudaStream_t stream;
  cublasHandle_t handle;
  CHECK(cudaStreamCreate(&stream));
  checkBlas(cublasCreate(&handle));
  checkBlas(cublasSetStream(handle, stream));
  CHECK(cudaDeviceSynchronize());
  float one = 1, zero = 0, minus = -3, dot = 0;

  affine<<<blocks(n * n), 1, 0, stream>>>(a.data, 64.0f, 1.0f, n * n); // 1, 2, 3, ...
  checkBlas(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.data, n, b.data, n, &zero, c.data, n));
  affine<<<blocks(n * n), 1, 0, stream>>>(c.data, 1.0f, 0.5f, n * n);
  CHECK(cudaStreamSynchronize(stream));
  std::vector<float> out = c.get();
  std::printf("%.1f %.1f %.1f\n", out[0], out[100], out[n * n - 1]);

  checkBlas(cublasSaxpy(handle, n, &minus, a.data, 1, c.data, 1));
  checkBlas(cublasSdot(handle, 4, c.data, 1, c.data, 1, &dot));
  std::printf("dot %.2f\n", dot); // (0.5 - i)^2 for i = 1 to 4

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  affine<<<blocks(n), 1, 0, stream>>>(c.data, 0.0f, 1.0f, n);
  checkBlas(cublasSaxpy(handle, n, &minus, a.data, 1, c.data, 1));
  affine<<<blocks(n), 1, 0, stream>>>(c.data, -1.0f, 0.0f, n);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i)
    CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  out = c.get();
  std::printf("graph %.1f %.1f\n", out[0], out[63]);
  checkBlas(cublasDestroy(handle));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
}
