// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --extended-lambda
#include <cuda_tile.h>
#include <functional>
template <class F> __global__ void forEach(int n, F f) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i); }
__tile_global__ void t(int *p) { p[0] += 1; }
// options in the source
int main() { int *p; cudaMallocManaged(&p, 400); auto f = [] __host__ __device__(int x) { return x * x; }; forEach<<<2, 32>>>(100, [=] __device__(int i) { p[i] = f(i); }); t<<<1, 1>>>(p); cudaDeviceSynchronize(); return p[9] != f(9) || p[0] != 1; }
