// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros with names that the API's headers use, from the command line and in front of the headers, whether these are read
// behind others or not; they are as they were behind the headers.
// RUN: tilec %s -DN=64 "-DIndex=(1+2)" -ptx -o %t.ptx
// RUN: tilec %s -DN=64 "-DIndex=(1+2)" -DBEHIND -ptx -o %t.ptx
// RUN: tilec %s -DN=64 "-DIndex=(1+2)" -c -o %t.o
// RUN: tilec %s -DN=64 "-DIndex=(1+2)" -o %t && env TILEC_RUN=cpu %t
#ifdef BEHIND
#include <chrono>
#endif
#define M 4
#define T float
#define rank 17
#define Shape nothing at all
#define min(a, b) ((a) < (b) ? (a) : (b))
#include <cuda_fp16.h>
#include <cuda_tile.h>
#if N != 64 || M != 4 || rank != 17 || Index != 3 || min(2, 1) != 1
#error "a macro has changed"
#endif
namespace ct = cuda::tiles;

__tile_global__ void scale(T *x) {
  auto i = ct::iota<ct::tile<int, ct::shape<M, N>>>();
  auto at = x + i;
  ct::store(at, ct::load(at) * rank);
}

int main() {
  T *x;
  cudaMallocManaged(&x, M * N * sizeof(T));
  for (int i = 0; i < M * N; ++i)
    x[i] = i;
  scale<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  for (int i = 0; i < M * N; ++i)
    if (x[i] != i * rank)
      return 1;
}
