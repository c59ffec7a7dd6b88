// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cstdio>
#define N 64
__constant__ int table[4] = {1, 2, 3, 4};
__device__ volatile int flag;
__device__ __noinline__ int helper(int x) { return x * table[x & 3]; }
struct Functor { int k; __host__ __device__ int operator()(int x) const { return x + k; } };
template <class F> __global__ void apply(int *p, F f) { int i = threadIdx.x; register int v = p[i]; p[i] = f(v) + helper(i); if (i == 0) flag = 1; __threadfence(); }
__global__ void dyn(int *p) { extern __shared__ __align__(16) unsigned char raw[]; int *s = (int *)raw; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = s[N - 1 - threadIdx.x]; unsigned m = __ballot_sync(~0u, p[threadIdx.x] & 1); p[threadIdx.x] += __popc(m) * 0; }
__tile_global__ void t(int *p) { p[0] += 1; }
int main() { int *p, h[N], n = N; cudaMallocManaged((void **)&p, N * sizeof(int)); for (int i = 0; i < N; i++) p[i] = i; dim3 b{n}; apply<<<1, b>>>(p, Functor{5}); dyn<<<1, N, N * sizeof(int)>>>(p); t<<<1, 1>>>(p); cudaDeviceSynchronize(); cudaMemcpy(h, p, sizeof h, cudaMemcpyDefault); int i = 63; printf("%d %d\n", h[0], i + 5 + i * 4 + 1); return h[0] != i + 5 + i * 4 + 1; }
