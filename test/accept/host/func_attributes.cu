// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes, occupancy and cache configuration of tile kernels.
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T, int N> __tile_global__ void k(T* p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::ones<ct::tile<T, ct::shape<N>>>()); }
__tile_global__ void plain(float* p) { *p = 1; }
__global__ void simt(float* p) { *p = 1; }

int main() {
  cudaFuncAttributes a{};
  cudaFuncGetAttributes(&a, k<float, 64>);
  cudaFuncGetAttributes(&a, plain);
  cudaFuncGetAttributes(&a, (const void*)simt);
  cudaFuncGetAttributes(&a, simt);
  cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 0);
  cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1);
  int blocks = 0, minGrid = 0, blockSize = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 1, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k<int, 32>, 1, 0);
  cudaOccupancyMaxPotentialBlockSize(&minGrid, &blockSize, simt, 0, 0);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  int sms = 0;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  std::printf("%s %d.%d regs %d blocks %d sms %d\n", prop.name, prop.major, prop.minor, a.numRegs, blocks, sms);
  k<int, 32><<<blocks * sms, 1>>>(nullptr);
}
