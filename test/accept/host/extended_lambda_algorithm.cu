// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --extended-lambda
// A for_each over SIMT threads with an extended lambda, and a tile kernel in the same file.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class F> __global__ void for_each_kernel(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
template <class F> void for_each(int n, F f, cudaStream_t s = 0) { for_each_kernel<<<(n + 255) / 256, 256, 0, s>>>(n, f); }

__tile_global__ void square(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<256>>>(); auto x = ct::load(p + i); ct::store(p + i, x * x); }

int main() {
  float* p;
  cudaMalloc(&p, 1024);
  float a = 2.f;
  for_each(256, [=] __device__(int i) { p[i] = a * i; });
  for_each(256, [p] __host__ __device__(int i) { p[i] += 1.f; });
  square<<<1, 1>>>(p);
  return cudaDeviceSynchronize();
}
