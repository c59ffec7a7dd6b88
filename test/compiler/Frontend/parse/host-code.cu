// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code and SIMT code around tile kernels is none of our business: it is parsed for its launches, with the C++ library,
// exceptions and the CUDA run-time API, which nvcc includes by itself; bodies of SIMT functions are skipped.
// REQUIRES: cuda-headers
// RUN: check-source %s
#include <cuda_tile.h>
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

template <int N> __tile_global__ void k(int *q, int n) { q[0] = n + N; }
template <class T> __global__ void simt(T *p) {
  __shared__ T s[3];
  asm volatile("bar.sync 0;");
  s[threadIdx.x] = __shfl_sync(~0u, p[0], no_such_name);
  atomicAdd(p, s[0]);
}
__device__ float table[3];
__device__ float onDevice(int i) { return table[i] + __expf(1.0f); }

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    if (cudaError_t error = (call); error != cudaSuccess)                                                              \
      throw std::runtime_error(cudaGetErrorString(error));                                                             \
  } while (0)

struct Failure : std::exception {
  const char *what() const noexcept override { return "failure"; }
};

int main() {
  std::vector<int> values(3);
  int *memory;
  try {
    CHECK(cudaMalloc(&memory, 12));
    k<3><<<4>>>(memory, 3);
    k<4><<<dim3(1, 2, 3), 1, 0, cudaStreamPerThread>>>(memory, 3);
    simt<<<1, 32>>>(memory);
    CHECK(cudaDeviceSynchronize());
  } catch (const std::exception &error) {
    std::cerr << error.what();
  }
  std::sort(values.begin(), values.end());
  float4 f = make_float4(1, 2, 3, 4);
  std::unique_ptr<int> one(new int(3));
  std::function<int(int)> g = [=] __host__ __device__(int x) { return x; };
  return g(*one) + static_cast<int>(f.x);
}
