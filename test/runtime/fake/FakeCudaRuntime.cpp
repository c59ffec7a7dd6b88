// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A stand-in for libcudart.so.13: memory is the host's, and what comes in is printed.
#include "runtime/Program/CompilerInterface.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

static int handles;

extern "C" {
cudaError_t cudaRuntimeGetVersion(int *version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  std::printf("runtime: capture mode %d\n", int(*mode));
  *mode = *mode == cudaStreamCaptureModeRelaxed ? cudaStreamCaptureModeGlobal : cudaStreamCaptureModeRelaxed;
  return cudaSuccess;
}
cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  *pointer = std::malloc(bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void *pointer) {
  std::free(pointer);
  return cudaSuccess;
}
cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  std::memset(pointer, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  return cudaSuccess;
}
const char *cudaGetErrorName(cudaError_t error) {
  return error == cudaSuccess ? "cudaSuccess" : error == cudaErrorInvalidConfiguration ? "invalid" : "other";
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, const void *) {
  std::printf("runtime: attributes\n");
  return cudaErrorInvalidResourceHandle;
}
cudaError_t cudaLaunchKernel(const void *, dim3 grid, dim3 block, void **, size_t bytes, cudaStream_t) {
  std::printf("runtime: launch %ux%ux%u of %u threads, %zu bytes\n", grid.x, grid.y, grid.z, block.x, bytes);
  return cudaSuccess;
}
void **__cudaRegisterFatBinary(void *fatbin) {
  const int *wrapper = static_cast<int *>(fatbin);
  std::printf("runtime: fatbin %x, version %d\n", unsigned(wrapper[0]), wrapper[1]);
  return reinterpret_cast<void **>(&handles);
}
void __cudaRegisterFatBinaryEnd(void **handle) {
  std::printf("runtime: end of the%s fatbin\n", handle == reinterpret_cast<void **>(&handles) ? "" : " wrong");
}
void __cudaRegisterFunction(void **, const char *, char *, const char *symbol, int, uint3 *, uint3 *, dim3 *, dim3 *,
                            int *) {
  std::printf("runtime: function %s\n", symbol);
}
void __cudaRegisterVar(void **, char *, char *, const char *symbol, int, size_t bytes, int isConstant, int) {
  std::printf("runtime: variable %s of %zu bytes%s\n", symbol, bytes, isConstant ? ", constant" : "");
}
void __cudaUnregisterFatBinary(void **) {}

static void **managedPointer;
void __cudaRegisterManagedVar(void **, void **pointer, char *, const char *symbol, int, size_t bytes, int, int) {
  std::printf("runtime: managed %s of %zu bytes\n", symbol, bytes);
  managedPointer = pointer;
}
char __cudaInitModule(void **) {
  static int managed = 70;
  std::printf("runtime: module is loaded\n");
  *managedPointer = &managed;
  return 1;
}
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  std::printf("runtime: %zu managed bytes, flags %u\n", bytes, flags);
  *pointer = std::malloc(bytes);
  return cudaSuccess;
}
}
