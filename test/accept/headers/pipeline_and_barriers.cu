// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies and pipelines in SIMT code.
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <cuda_tile.h>

__global__ void staged(const float* in, float* out) {
  __shared__ float s[256];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void barrier_kernel(float* p) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  bar.arrive_and_wait();
  p[threadIdx.x] = 1;
}
__tile_global__ void k(float* p) { p[0] = 2; }
