// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_runtime.h - the CUDA runtime for C++ where there is no CUDA Toolkit ===//
//
// The functions of cuda_runtime_api.h with types: of pointers, kernels and variables. A program that is compiled with
// this header runs on the CPU, and on a GPU where it finds the runtime of version 13.
//
//===----------------------------------------------------------------------===//
#pragma once

// What the Toolkit's header brings along.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <functional>
#include <new>
#include <utility>

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#include "cuda/tiles/hide_macros.h"

inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height) {
  return {pointer, pitch, width, height};
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  return {x, y, z};
}
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}

// Memory.

template <class T> cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  return ::cudaMalloc((void **)pointer, bytes);
}
template <class T> cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)pointer, bytes, flags);
}
template <class T> cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void **)pointer, pitch, width, height);
}
template <class T> cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync((void **)pointer, bytes, stream);
}
template <class T> cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
  return ::cudaHostAlloc((void **)pointer, bytes, flags);
}
template <class T> cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
  return ::cudaHostAlloc((void **)pointer, bytes, flags);
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **devicePointer, void *hostPointer, unsigned flags) {
  return ::cudaHostGetDevicePointer((void **)devicePointer, hostPointer, flags);
}
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void *)pointer, bytes, flags);
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

// Variables, by their names.

template <class T> cudaError_t cudaGetSymbolAddress(void **address, const T &symbol) {
  return ::cudaGetSymbolAddress(address, (const void *)&symbol);
}
template <class T> cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
  return ::cudaGetSymbolSize(bytes, (const void *)&symbol);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *source, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&symbol, source, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *source, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync((const void *)&symbol, source, bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *target, const T &symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(target, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void *target, const T &symbol, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(target, (const void *)&symbol, bytes, offset, kind, stream);
}

// Kernels, by their names.

template <class T>
cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t sharedBytes = 0,
                             cudaStream_t stream = nullptr) {
  return ::cudaLaunchKernel((const void *)kernel, grid, block, arguments, sharedBytes, stream);
}
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t sharedBytes = 0,
                                        cudaStream_t stream = nullptr) {
  return ::cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, sharedBytes, stream);
}
/// Arguments are converted to the kernel's parameters.
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                               Arguments &&...arguments) {
  return [&](Parameters... values) {
    void *addresses[] = {(void *)&values..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
  }(std::forward<Arguments>(arguments)...);
}
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel) {
  return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T> cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T> cudaError_t cudaFuncGetName(const char **name, T *kernel) {
  return ::cudaFuncGetName(name, (const void *)kernel);
}
template <class T> cudaError_t cudaGetKernel(cudaKernel_t *handle, T *kernel) {
  return ::cudaGetKernel(handle, (const void *)kernel);
}
template <class T> cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *kernel) {
  return ::cudaGetFuncBySymbol(function, (const void *)kernel);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int blockSize,
                                                          size_t dynamicSharedBytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, blockSize, dynamicSharedBytes);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int blockSize,
                                                                   size_t dynamicSharedBytes, unsigned flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, blockSize,
                                                                  dynamicSharedBytes, flags);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)kernel, config);
}
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *kernel, int blocks, int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)kernel, blocks, blockSize);
}

/// The block size, of those that the kernel may have, with which most threads are on a multiprocessor, and how many
/// blocks of it fill the device. `sharedBytes` gives the dynamic shared memory of a block size.
template <class Bytes, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T kernel,
                                                           Bytes sharedBytes, int blockSizeLimit = 0) {
  int device = 0, multiprocessors = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaGetDevice(&device);
  if (!error)
    error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (!error)
    error = ::cudaFuncGetAttributes(&attributes, (const void *)kernel);
  if (error)
    return error;
  int most = attributes.maxThreadsPerBlock, best = 0;
  if (blockSizeLimit > 0 && blockSizeLimit < most)
    most = blockSizeLimit;
  constexpr int kWarp = 32;
  for (int size = most; size > 0; size = (size - 1) / kWarp * kWarp) {
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, sharedBytes(size));
    if (error)
      return error;
    if (blocks * size > best) {
      best = blocks * size;
      *blockSize = size;
      *minGridSize = blocks * multiprocessors;
    }
  }
  return cudaSuccess;
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T kernel,
                                               size_t dynamicSharedBytes = 0, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      minGridSize, blockSize, kernel, [=](int) { return dynamicSharedBytes; }, blockSizeLimit);
}

#include "cuda/tiles/restore_macros.h"
