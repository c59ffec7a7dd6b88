// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Variables of tile kernels' modules, where these run on a GPU.
#include "runtime/Program/Device/DeviceModules.h"
#include "runtime/Program/Device/Functions.h"
#include "runtime/Program/Mode.h"
#include "runtime/Program/SimtModules.h"

namespace tilec::program::device {

namespace {

/// The variable of a tile module; null for others, which are the real runtime's.
const Variable *tileVariable(const void *symbol) {
  submitSimtModules();
  const Variable *variable = findVariable(symbol);
  return variable && variable->isTile() ? variable : nullptr;
}

/// Where bytes of a variable lie, and that they do.
cudaError_t place(const Variable &variable, size_t bytes, size_t offset, char **address) {
  void *base = nullptr;
  size_t all = 0;
  if (cudaError_t error = variable.module->device->variable(variable.symbol, &base, &all))
    return setLastError(error);
  if (offset > all || bytes > all - offset)
    return setLastError(cudaErrorInvalidValue);
  *address = static_cast<char *>(base) + offset;
  return cudaSuccess;
}

cudaStream_t ofThread(cudaStream_t stream) {
  return stream ? stream : cudaStreamPerThread;
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaGetSymbolAddress(void **address, const void *symbol) {
  const Variable *variable = tileVariable(symbol);
  if (!variable)
    return TILEC_CUDA_RUNTIME(cudaGetSymbolAddress)(address, symbol);
  size_t bytes = 0;
  return setLastError(variable->module->device->variable(variable->symbol, address, &bytes));
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  const Variable *variable = tileVariable(symbol);
  if (!variable)
    return TILEC_CUDA_RUNTIME(cudaGetSymbolSize)(bytes, symbol);
  void *address = nullptr;
  return setLastError(variable->module->device->variable(variable->symbol, &address, bytes));
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  const Variable *variable = tileVariable(symbol);
  if (!variable)
    return TILEC_CUDA_RUNTIME(cudaMemcpyToSymbol)(symbol, source, bytes, offset, kind);
  char *address = nullptr;
  cudaError_t error = place(*variable, bytes, offset, &address);
  return error ? error : TILEC_CUDA_RUNTIME(cudaMemcpy)(address, source, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *target, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  const Variable *variable = tileVariable(symbol);
  if (!variable)
    return TILEC_CUDA_RUNTIME(cudaMemcpyFromSymbol)(target, symbol, bytes, offset, kind);
  char *address = nullptr;
  cudaError_t error = place(*variable, bytes, offset, &address);
  return error ? error : TILEC_CUDA_RUNTIME(cudaMemcpy)(target, address, bytes, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *source, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  const Variable *variable = tileVariable(symbol);
  if (!variable)
    return TILEC_CUDA_RUNTIME(cudaMemcpyToSymbolAsync)(symbol, source, bytes, offset, kind, stream);
  char *address = nullptr;
  cudaError_t error = place(*variable, bytes, offset, &address);
  return error ? error : TILEC_CUDA_RUNTIME(cudaMemcpyAsync)(address, source, bytes, kind, stream);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *target, const void *symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  const Variable *variable = tileVariable(symbol);
  if (!variable)
    return TILEC_CUDA_RUNTIME(cudaMemcpyFromSymbolAsync)(target, symbol, bytes, offset, kind, stream);
  char *address = nullptr;
  cudaError_t error = place(*variable, bytes, offset, &address);
  return error ? error : TILEC_CUDA_RUNTIME(cudaMemcpyAsync)(target, address, bytes, kind, stream);
}

// Those of callers whose default stream is their thread's own. Copies that wait do so in any stream.

cudaError_t cudaMemcpyToSymbolAsync_ptsz(const void *symbol, const void *source, size_t bytes, size_t offset,
                                         cudaMemcpyKind kind, cudaStream_t stream) {
  return device::cudaMemcpyToSymbolAsync(symbol, source, bytes, offset, kind, ofThread(stream));
}

cudaError_t cudaMemcpyFromSymbolAsync_ptsz(void *target, const void *symbol, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind, cudaStream_t stream) {
  return device::cudaMemcpyFromSymbolAsync(target, symbol, bytes, offset, kind, ofThread(stream));
}

} // namespace

std::span<const Entry> symbolEntries() {
  static const Entry entries[] = {
      TILEC_DEVICE_ENTRY(cudaGetSymbolAddress),
      TILEC_DEVICE_ENTRY(cudaGetSymbolSize),
      TILEC_DEVICE_ENTRY(cudaMemcpyToSymbol),
      entry<decltype(::cudaMemcpyToSymbol)>("cudaMemcpyToSymbol_ptds", &cudaMemcpyToSymbol),
      TILEC_DEVICE_ENTRY(cudaMemcpyFromSymbol),
      entry<decltype(::cudaMemcpyFromSymbol)>("cudaMemcpyFromSymbol_ptds", &cudaMemcpyFromSymbol),
      TILEC_DEVICE_ENTRY(cudaMemcpyToSymbolAsync),
      entry<decltype(::cudaMemcpyToSymbolAsync)>("cudaMemcpyToSymbolAsync_ptsz", &cudaMemcpyToSymbolAsync_ptsz),
      TILEC_DEVICE_ENTRY(cudaMemcpyFromSymbolAsync),
      entry<decltype(::cudaMemcpyFromSymbolAsync)>("cudaMemcpyFromSymbolAsync_ptsz", &cudaMemcpyFromSymbolAsync_ptsz),
  };
  return entries;
}

} // namespace tilec::program::device
