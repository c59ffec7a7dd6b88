// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -rdc=true
// A SIMT kernel launches another one.
#include <cuda_tile.h>
__global__ void child(int* p) { p[threadIdx.x] = 1; }
__global__ void parent(int* p) { if (threadIdx.x == 0) { child<<<1, 32>>>(p); child<<<1, 32, 0, cudaStreamTailLaunch>>>(p); } }
__tile_global__ void k(int* p) { p[0] = 2; }
int main() { int* p; cudaMalloc(&p, 128); parent<<<1, 1>>>(p); k<<<1, 1>>>(p); return cudaDeviceSynchronize(); }
