// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant memory, textures, surfaces and device symbols, only used by SIMT code.
#include <cuda_tile.h>

__constant__ float filter[25];
__device__ __constant__ int sizes[2] = {5, 5};
static __device__ float scratch[1024];
__device__ const float table[] = {1.f, 2.f, 3.f};
__global__ void conv(cudaTextureObject_t tex, cudaSurfaceObject_t surf, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float s = 0;
  for (int i = 0; i < sizes[0]; ++i)
    for (int j = 0; j < sizes[1]; ++j) s += filter[i * 5 + j] * tex2D<float>(tex, x + j, y + i);
  surf2Dwrite(s * table[1], surf, x * 4, y);
  scratch[x % 1024] = s;
}
__tile_global__ void k(float* p) { p[0] = 1; }
int main() {
  float f[25] = {};
  cudaMemcpyToSymbol(filter, f, sizeof f);
  cudaArray_t arr;
  cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
  cudaMallocArray(&arr, &d, 64, 64);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = arr;
  cudaTextureDesc t{};
  cudaTextureObject_t o;
  cudaCreateTextureObject(&o, &r, &t, nullptr);
  conv<<<dim3(1, 64), 64>>>(o, 0, 64);
}
