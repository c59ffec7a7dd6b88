// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Variables of kernels' modules, where kernels run on the CPU.
#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/HostModule.h"
#include "runtime/Program/Host/PtxModule.h"
#include "runtime/Program/Host/Streams.h"

namespace tilec::program::host {

namespace {

/// A variable's memory.
struct Storage {
  char *address = nullptr;
  size_t bytes = 0;
};

/// What has no PTX has memory, too, since programs fill it in whether or not such a kernel runs.
cudaError_t find(const void *symbol, Storage &storage) {
  Variable *variable = findVariable(symbol);
  if (!variable)
    return cudaErrorInvalidSymbol;
  storage.bytes = variable->bytes;
  void *address = nullptr;
  if (variable->isTile()) {
    if (cudaError_t error = variable->module->host->variable(variable->symbol, &address, &storage.bytes))
      return error;
  } else if (variable->module && variable->module->ptx) {
    cudaError_t error = variable->module->ptx->variable(variable->symbol, &address);
    if (error && !variable->isManaged)
      return error;
    if (error) // no kernel names it
      address = const_cast<void *>(variable->address);
  } else if (variable->isManaged) {
    address = const_cast<void *>(variable->address);
  } else {
    if (!variable->storage)
      variable->storage = std::make_unique<char[]>(variable->bytes);
    address = variable->storage.get();
  }
  storage.address = static_cast<char *>(address);
  note(address, storage.bytes, variable->isManaged ? MemoryKind::ManagedVariable : MemoryKind::Variable); // or known
  return cudaSuccess;
}

/// A copy to `offset` bytes behind the variable's begin, or from there.
cudaError_t makeCopy(const void *symbol, const void *other, size_t bytes, size_t offset, cudaMemcpyKind kind,
                     bool isToSymbol, CopyWork &copy) {
  Storage storage;
  if (cudaError_t error = find(symbol, storage))
    return error;
  if (offset > storage.bytes || bytes > storage.bytes - offset)
    return cudaErrorInvalidValue;
  cudaMemcpyKind fromHost = isToSymbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  if (kind != fromHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  copy.target = isToSymbol ? storage.address + offset : const_cast<void *>(other);
  copy.source = isToSymbol ? other : storage.address + offset;
  copy.width = bytes;
  copy.kind = kind;
  return cudaSuccess;
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaGetSymbolAddress(void **address, const void *symbol) {
  return call([&] {
    Storage storage;
    cudaError_t error = address ? find(symbol, storage) : cudaErrorInvalidValue;
    if (!error)
      *address = storage.address;
    return error;
  });
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  return call([&] {
    Storage storage;
    cudaError_t error = bytes ? find(symbol, storage) : cudaErrorInvalidValue;
    if (!error)
      *bytes = storage.bytes;
    return error;
  });
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  return call([&] {
    CopyWork copy;
    cudaError_t error = makeCopy(symbol, source, bytes, offset, kind, true, copy);
    return error ? error : submitAndWait(nullptr, copy);
  });
}

cudaError_t cudaMemcpyFromSymbol(void *target, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return call([&] {
    CopyWork copy;
    cudaError_t error = makeCopy(symbol, target, bytes, offset, kind, false, copy);
    return error ? error : submitAndWait(nullptr, copy);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *source, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&] {
    CopyWork copy;
    cudaError_t error = makeCopy(symbol, source, bytes, offset, kind, true, copy);
    return error ? error : submit(stream, copy);
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void *target, const void *symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&] {
    CopyWork copy;
    cudaError_t error = makeCopy(symbol, target, bytes, offset, kind, false, copy);
    return error ? error : submit(stream, copy);
  });
}

} // namespace

cudaError_t variableMemory(const void *symbol, void **address) {
  Storage storage;
  cudaError_t error = find(symbol, storage);
  if (!error)
    *address = storage.address;
  return error;
}

std::span<const Entry> symbolEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaGetSymbolAddress),    TILEC_HOST_ENTRY(cudaGetSymbolSize),
      TILEC_HOST_ENTRY(cudaMemcpyToSymbol),      TILEC_HOST_ENTRY(cudaMemcpyFromSymbol),
      TILEC_HOST_ENTRY(cudaMemcpyToSymbolAsync), TILEC_HOST_ENTRY(cudaMemcpyFromSymbolAsync),
  };
  return entries;
}

} // namespace tilec::program::host
