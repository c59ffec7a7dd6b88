// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cuda_tile.h>

extern __device__ int shared_counter;
__device__ float helper(float x);

__global__ void simt(float *p) {
  *p = helper(*p) + shared_counter;
}
static __global__ void own(float *p) {
  *p = 1;
}
__tile_global__ void tiles(float *p) {
  *p = 3;
}

void second(float *p);

int main() {
  float *p, value;
  cudaMalloc(&p, sizeof value);
  tiles<<<1, 1>>>(p);
  simt<<<1, 1>>>(p);
  own<<<1, 1>>>(p);
  second(p);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%g\n", value);
}
