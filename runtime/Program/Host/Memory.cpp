// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Allocation, where kernels run on the CPU.
#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/Streams.h"

#include <algorithm>
#include <cstring>

namespace tilec::program::host {

namespace {

constexpr size_t kPitchAlignment = 512; ///< bytes

/// The body of a call that allocates. Nothing is asked for 0 bytes.
cudaError_t allocateInto(void **pointer, size_t bytes, MemoryKind kind, unsigned flags = 0) {
  if (!pointer)
    return cudaErrorInvalidValue;
  if (cudaError_t error = checkUnsafeCall())
    return error;
  *pointer = nullptr;
  if (!bytes)
    return cudaSuccess;
  *pointer = allocate(bytes, kind, flags);
  return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

/// The body of a call that frees memory of one of two kinds.
cudaError_t releaseFrom(void *pointer, MemoryKind kind, MemoryKind orKind) {
  if (cudaError_t error = checkUnsafeCall())
    return error;
  return !pointer || release(pointer, kind, orKind) ? cudaSuccess : cudaErrorInvalidValue;
}

//===- Device memory ---------------------------------------------------------------------------------------------===//

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return call([&] { return allocateInto(pointer, bytes, MemoryKind::Device); });
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  return call([&] {
    bool isValid = bytes && (flags == cudaMemAttachGlobal || flags == cudaMemAttachHost);
    return isValid ? allocateInto(pointer, bytes, MemoryKind::Managed, flags) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFree(void *pointer) {
  return call([&] { return releaseFrom(pointer, MemoryKind::Device, MemoryKind::Managed); });
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  return call([&] {
    if (!pitch)
      return cudaErrorInvalidValue;
    *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    return allocateInto(pointer, *pitch * height, MemoryKind::Device);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent) {
  return call([&] {
    if (!pointer)
      return cudaErrorInvalidValue;
    size_t pitch = (extent.width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    *pointer = {nullptr, pitch, extent.width, extent.height};
    return allocateInto(&pointer->ptr, pitch * extent.height * extent.depth, MemoryKind::Device);
  });
}

//===- In streams ------------------------------------------------------------------------------------------------===//

/// Memory that a captured stream allocates: the graph's, freed with its last node.
cudaError_t allocateInGraph(void **pointer, size_t bytes, cudaStream_t stream) {
  *pointer = allocate(std::max<size_t>(bytes, 1), MemoryKind::Device);
  if (!*pointer)
    return cudaErrorMemoryAllocation;
  std::shared_ptr<void> memory(*pointer, [](void *own) { release(own, MemoryKind::Device, MemoryKind::Device); });
  return submit(stream, EmptyWork{cudaGraphNodeTypeMemAlloc, memory});
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  return call([&] {
    if (!pointer)
      return cudaErrorInvalidValue;
    if (!streamOf(stream))
      return cudaErrorInvalidResourceHandle;
    if (isCaptured(stream))
      return allocateInGraph(pointer, bytes, stream);
    *pointer = bytes ? allocate(bytes, MemoryKind::Device) : nullptr;
    return *pointer || !bytes ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  return call([&] {
    if (!streamOf(stream))
      return cudaErrorInvalidResourceHandle;
    if (isCaptured(stream))
      return submit(stream, EmptyWork{cudaGraphNodeTypeMemFree});
    return !pointer || release(pointer, MemoryKind::Device, MemoryKind::Managed) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

//===- Memory of the host ----------------------------------------------------------------------------------------===//

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  return call([&] {
    unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    return flags & ~known ? cudaErrorInvalidValue : allocateInto(pointer, bytes, MemoryKind::Pinned, flags);
  });
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return call([&] { return allocateInto(pointer, bytes, MemoryKind::Pinned); });
}

cudaError_t cudaFreeHost(void *pointer) {
  return call([&] { return releaseFrom(pointer, MemoryKind::Pinned, MemoryKind::Pinned); });
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
  return call([&] {
    if (!pointer || !bytes)
      return cudaErrorInvalidValue;
    bool isNew = note(pointer, bytes, MemoryKind::Registered, flags);
    return isNew ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void *pointer) {
  return call([&] { return forget(pointer, MemoryKind::Registered) ? cudaSuccess : cudaErrorHostMemoryNotRegistered; });
}

bool isPinned(const std::optional<Allocation> &allocation) {
  return allocation && (allocation->kind == MemoryKind::Pinned || allocation->kind == MemoryKind::Registered);
}

cudaError_t cudaHostGetDevicePointer(void **devicePointer, void *hostPointer, unsigned) {
  return call([&] {
    if (!devicePointer || !isPinned(allocationOf(hostPointer)))
      return cudaErrorInvalidValue;
    *devicePointer = hostPointer;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer) {
  return call([&] {
    std::optional<Allocation> allocation = allocationOf(pointer);
    if (!flags || !isPinned(allocation))
      return cudaErrorInvalidValue;
    *flags = allocation->flags;
    return cudaSuccess;
  });
}

//===- Questions -------------------------------------------------------------------------------------------------===//

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  return call([&] {
    size_t all = totalMemoryBytes();
    if (free)
      *free = all - std::min(all, allocatedBytes());
    if (total)
      *total = all;
    return cudaSuccess;
  });
}

cudaMemoryType typeOf(const std::optional<Allocation> &allocation) {
  if (!allocation)
    return cudaMemoryTypeUnregistered;
  return isPinned(allocation) ? cudaMemoryTypeHost
         : allocation->kind == MemoryKind::Managed || allocation->kind == MemoryKind::ManagedVariable
             ? cudaMemoryTypeManaged
             : cudaMemoryTypeDevice;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  return call([&] {
    if (!attributes)
      return cudaErrorInvalidValue;
    std::optional<Allocation> allocation = allocationOf(pointer);
    std::memset(attributes, 0, sizeof(*attributes));
    attributes->type = typeOf(allocation);
    attributes->device = allocation ? 0 : -2; // as the runtime answers for memory that it does not know
    void *address = const_cast<void *>(pointer);
    attributes->devicePointer = allocation ? address : nullptr;
    attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : address;
    return cudaSuccess;
  });
}

/// Where memory lies makes no difference here.
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, cudaMemLocation, unsigned, cudaStream_t stream) {
  return call([&] {
    std::optional<Allocation> allocation = allocationOf(pointer);
    if (!allocation || !allocation->contains(pointer, bytes))
      return cudaErrorInvalidValue;
    return streamOf(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise, cudaMemLocation) {
  return call([&] {
    std::optional<Allocation> allocation = allocationOf(pointer);
    return allocation && allocation->contains(pointer, bytes) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

} // namespace

std::span<const Entry> memoryEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaMalloc),
      TILEC_HOST_ENTRY(cudaMallocManaged),
      TILEC_HOST_ENTRY(cudaFree),
      TILEC_HOST_ENTRY(cudaMallocPitch),
      TILEC_HOST_ENTRY(cudaMalloc3D),
      TILEC_HOST_ENTRY(cudaMallocAsync),
      TILEC_HOST_ENTRY(cudaFreeAsync),
      TILEC_HOST_ENTRY(cudaHostAlloc),
      TILEC_HOST_ENTRY(cudaMallocHost),
      TILEC_HOST_ENTRY(cudaFreeHost),
      TILEC_HOST_ENTRY(cudaHostRegister),
      TILEC_HOST_ENTRY(cudaHostUnregister),
      TILEC_HOST_ENTRY(cudaHostGetDevicePointer),
      TILEC_HOST_ENTRY(cudaHostGetFlags),
      TILEC_HOST_ENTRY(cudaMemGetInfo),
      TILEC_HOST_ENTRY(cudaPointerGetAttributes),
      TILEC_HOST_ENTRY(cudaMemPrefetchAsync),
      TILEC_HOST_ENTRY(cudaMemAdvise),
  };
  return entries;
}

} // namespace tilec::program::host
