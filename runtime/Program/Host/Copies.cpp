// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies and fills, where kernels run on the CPU.
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/Streams.h"

#include <optional>

namespace tilec::program::host {

namespace {

CopyWork line(void *target, const void *source, size_t bytes, cudaMemcpyKind kind) {
  CopyWork copy;
  copy.target = target;
  copy.source = source;
  copy.width = bytes;
  copy.kind = kind;
  return copy;
}

CopyWork rows(void *target, size_t targetPitch, const void *source, size_t sourcePitch, size_t width, size_t height,
              cudaMemcpyKind kind) {
  CopyWork copy = line(target, source, width, kind);
  copy.targetPitch = targetPitch;
  copy.sourcePitch = sourcePitch;
  copy.height = height;
  return copy;
}

char *at(const cudaPitchedPtr &memory, const cudaPos &position) {
  return static_cast<char *>(memory.ptr) + position.z * memory.pitch * memory.ysize + position.y * memory.pitch +
         position.x;
}

FillWork fill(void *target, size_t pitch, int value, size_t width, size_t height) {
  FillWork work;
  work.target = target;
  work.value = unsigned(value);
  work.width = width;
  work.height = height;
  work.pitch = pitch;
  return work;
}

FillWork fillBox(const cudaPitchedPtr &memory, int value, const cudaExtent &extent) {
  FillWork work = fill(memory.ptr, memory.pitch, value, extent.width, extent.height);
  work.depth = extent.depth;
  work.slice = memory.pitch * memory.ysize;
  return work;
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaMemcpy(void *target, const void *source, size_t bytes, cudaMemcpyKind kind) {
  return call([&] { return submitAndWait(nullptr, line(target, source, bytes, kind)); });
}

cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&] { return submit(stream, line(target, source, bytes, kind)); });
}

cudaError_t cudaMemcpyPeer(void *target, int, const void *source, int, size_t bytes) {
  return call([&] { return submitAndWait(nullptr, line(target, source, bytes, cudaMemcpyDeviceToDevice)); });
}

cudaError_t cudaMemcpyPeerAsync(void *target, int, const void *source, int, size_t bytes, cudaStream_t stream) {
  return call([&] { return submit(stream, line(target, source, bytes, cudaMemcpyDeviceToDevice)); });
}

cudaError_t cudaMemcpy2D(void *target, size_t targetPitch, const void *source, size_t sourcePitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return call(
      [&] { return submitAndWait(nullptr, rows(target, targetPitch, source, sourcePitch, width, height, kind)); });
}

cudaError_t cudaMemcpy2DAsync(void *target, size_t targetPitch, const void *source, size_t sourcePitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&] { return submit(stream, rows(target, targetPitch, source, sourcePitch, width, height, kind)); });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parameters) {
  return call([&] {
    std::optional<CopyWork> copy = makeCopyWork(*parameters);
    return copy ? submitAndWait(nullptr, *copy) : cudaErrorNotSupported;
  });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream) {
  return call([&] {
    std::optional<CopyWork> copy = makeCopyWork(*parameters);
    return copy ? submit(stream, *copy) : cudaErrorNotSupported;
  });
}

cudaError_t cudaMemset(void *target, int value, size_t bytes) {
  return call([&] { return submitAndWait(nullptr, fill(target, bytes, value, bytes, 1)); });
}

cudaError_t cudaMemsetAsync(void *target, int value, size_t bytes, cudaStream_t stream) {
  return call([&] { return submit(stream, fill(target, bytes, value, bytes, 1)); });
}

cudaError_t cudaMemset2D(void *target, size_t pitch, int value, size_t width, size_t height) {
  return call([&] { return submitAndWait(nullptr, fill(target, pitch, value, width, height)); });
}

cudaError_t cudaMemset2DAsync(void *target, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return call([&] { return submit(stream, fill(target, pitch, value, width, height)); });
}

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return call([&] { return submitAndWait(nullptr, fillBox(memory, value, extent)); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent, cudaStream_t stream) {
  return call([&] { return submit(stream, fillBox(memory, value, extent)); });
}

} // namespace

std::optional<CopyWork> makeCopyWork(const cudaMemcpy3DParms &parameters) {
  if (parameters.srcArray || parameters.dstArray)
    return std::nullopt;
  CopyWork copy =
      rows(at(parameters.dstPtr, parameters.dstPos), parameters.dstPtr.pitch, at(parameters.srcPtr, parameters.srcPos),
           parameters.srcPtr.pitch, parameters.extent.width, parameters.extent.height, parameters.kind);
  copy.depth = parameters.extent.depth;
  copy.targetSlice = parameters.dstPtr.pitch * parameters.dstPtr.ysize;
  copy.sourceSlice = parameters.srcPtr.pitch * parameters.srcPtr.ysize;
  return copy;
}

std::span<const Entry> copyEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaMemcpy),          TILEC_HOST_ENTRY(cudaMemcpyAsync),   TILEC_HOST_ENTRY(cudaMemcpyPeer),
      TILEC_HOST_ENTRY(cudaMemcpyPeerAsync), TILEC_HOST_ENTRY(cudaMemcpy2D),      TILEC_HOST_ENTRY(cudaMemcpy2DAsync),
      TILEC_HOST_ENTRY(cudaMemcpy3D),        TILEC_HOST_ENTRY(cudaMemcpy3DAsync), TILEC_HOST_ENTRY(cudaMemset),
      TILEC_HOST_ENTRY(cudaMemsetAsync),     TILEC_HOST_ENTRY(cudaMemset2D),      TILEC_HOST_ENTRY(cudaMemset2DAsync),
      TILEC_HOST_ENTRY(cudaMemset3D),        TILEC_HOST_ENTRY(cudaMemset3DAsync),
  };
  return entries;
}

} // namespace tilec::program::host
