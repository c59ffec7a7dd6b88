// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program as users write it: allocate, copy, launch, copy back, compare.
// RUN: tilec %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// RUN: env TILEC_RUN=cpu TILEC_CHECK=1 %t | FileCheck %s
// RUN: tilec %s -std=c++20 -O3 -use_fast_math -g -lineinfo -arch=sm_80,sm_90a,compute_90 -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// REQUIRES: cuda-headers, ptxas
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>
namespace ct = cuda::tiles;

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t error_ = (call);                                                                                       \
    if (error_ != cudaSuccess) {                                                                                       \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                             \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)

__tile_global__ void add(const float *a, const float *b, float *c, int n) {
  auto view = [n](auto *p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<1024>{}}; };
  int i = ct::bid().x;
  view(c).store_masked(view(a).load_masked(i) + view(b).load_masked(i), i);
}

int main() {
  constexpr int n = 100000;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i)
    a[i] = i, b[i] = 2 * i;
  float *da, *db, *dc;
  CHECK(cudaMalloc(&da, n * sizeof(float)));
  CHECK(cudaMalloc(&db, n * sizeof(float)));
  CHECK(cudaMalloc(&dc, n * sizeof(float)));
  CHECK(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  add<<<(n + 1023) / 1024, 1, 0, stream>>>(da, db, dc, n);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += c[i] != 3.0f * i;
  std::printf("wrong: %d of %d\n", wrong, n);
  // CHECK: wrong: 0 of 100000
}
