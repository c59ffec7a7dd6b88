// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors as exceptions, memory that is freed on the way out, a launch from a lambda.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

struct CudaError : std::runtime_error {
  explicit CudaError(cudaError_t error) : std::runtime_error(cudaGetErrorName(error)) {}
};
static void require(cudaError_t error) {
  if (error != cudaSuccess)
    throw CudaError(error);
}
static int freed = 0;
struct Free {
  void operator()(float *p) const {
    ++freed;
    (void)cudaFree(p);
  }
};
using Memory = std::unique_ptr<float, Free>;

static Memory allocate(int n) {
  float *p = nullptr;
  require(cudaMalloc(&p, n * sizeof(float)));
  return Memory(p);
}

static float work(int n, unsigned grid) {
  Memory x = allocate(n), y = allocate(n);
  require(cudaMemset(x.get(), 0, n * sizeof(float)));
  std::function<void(float)> add = [&](float term) {
    affine<<<grid, 1>>>(x.get(), 1.0f, term, n);
    require(cudaGetLastError());
  };
  add(1);
  add(2);
  float last = 0;
  require(cudaMemcpy(&last, x.get() + n - 1, sizeof last, cudaMemcpyDeviceToHost));
  return last;
}

int main() {
  std::printf("%.0f\n", work(500, 4));
  try {
    work(500, 0);
  } catch (const CudaError &error) {
    std::printf("%s, %d freed\n", error.what(), freed);
  }
  std::printf("%.0f\n", work(100, 1));
}
