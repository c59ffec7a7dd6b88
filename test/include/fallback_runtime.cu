// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code around a kernel where there is no Toolkit: the runtime's functions with types of pointers, kernels and
// variables, whether or not the source includes their header.
// RUN: tilec --emit=tile -I %include/cuda/tiles/fallback %s -o - | FileCheck %s
// RUN: tilec --emit=tile -I %include/cuda/tiles/fallback -DINCLUDES %s -o - | FileCheck %s
#if defined(INCLUDES)
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#endif
#include <cuda_tile.h>

__tile__ int counter;

// CHECK: func.func @_Z5countIfEvPT_i(
template <class T> __tile_global__ void count(T *out, int step) {
  counter = counter + step;
  *out = T(counter);
}

int main() {
  float *out = nullptr, *managed = nullptr, *pinned = nullptr;
  cudaStream_t stream;
  cudaEvent_t event;
  if (cudaMalloc(&out, 4) != cudaSuccess || cudaMallocManaged(&managed, 4) || cudaMallocHost(&pinned, 4))
    return 1;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event, cudaEventDisableTiming);
  count<<<1, 1, 0, stream>>>(out, 2);
  cudaEventRecord(event);
  cudaStreamWaitEvent(stream, event);
  cudaMemcpyAsync(pinned, out, 4, cudaMemcpyDeviceToHost, stream);

  int value = 0;
  void *address = nullptr;
  cudaMemcpyToSymbol(counter, &value, sizeof(value));
  cudaMemcpyFromSymbol(&value, counter, sizeof(value));
  cudaGetSymbolAddress(&address, counter);

  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, count<float>);
  cudaFuncSetAttribute(count<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 0);
  int blocks = 0, grid = 0, block = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count<float>, 1, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, count<float>);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(1);
  cudaLaunchKernelEx(&config, count<float>, out, short(1));
  cudaKernel_t kernel;
  cudaGetKernel(&kernel, count<float>);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  float4 four = make_float4(1, 2, 3, 4);
  printf("%s %d %s %g\n", properties.name, properties.major, cudaGetErrorString(cudaGetLastError()), four.w);
  return cudaDeviceSynchronize();
}
