// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pools, IPC handles, texture and surface types only named, stream-ordered allocation, profiling calls.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void k(float* p) { p[0] += 1; }
__global__ void tex(cudaTextureObject_t t, float* p) { p[0] = tex2D<float>(t, 0.5f, 0.5f); }

int main() {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  uint64_t threshold = UINT64_MAX;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  float* p;
  cudaMallocFromPoolAsync((void**)&p, 1024, pool, 0);
  cudaProfilerStart();
  k<<<1, 1>>>(p);
  cudaProfilerStop();
  cudaPointerAttributes pa;
  cudaPointerGetAttributes(&pa, p);
  cudaIpcMemHandle_t h;
  cudaIpcGetMemHandle(&h, p);
  cudaEvent_t e;
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming | cudaEventInterprocess);
  size_t freeB, totalB;
  cudaMemGetInfo(&freeB, &totalB);
  cudaDeviceReset();
  return pa.type == cudaMemoryTypeDevice ? 0 : 1;
}
