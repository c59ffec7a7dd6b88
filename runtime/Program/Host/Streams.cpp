// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Streams.h"

#include "runtime/Program/Host/Captures.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/Handles.h"

#include <atomic>

namespace tilec::program::host {

namespace {

using StreamHandles = Handles<Stream, cudaStream_t>;

constexpr int kLeastPriority = 0, kGreatestPriority = -5;

uint64_t nextId() {
  static std::atomic<uint64_t> count = 0;
  return ++count;
}

std::shared_ptr<Stream> makeStream(unsigned flags, int priority) {
  auto stream = std::make_shared<Stream>();
  stream->flags = flags;
  stream->priority = priority;
  stream->id = nextId();
  return stream;
}

/// What the handles that are no addresses stand for.
const std::shared_ptr<Stream> &legacyStream() {
  static auto *stream = new std::shared_ptr<Stream>(makeStream(cudaStreamDefault, 0));
  return *stream;
}

const std::shared_ptr<Stream> &threadStream() {
  static thread_local std::shared_ptr<Stream> stream = makeStream(cudaStreamDefault, 0);
  return stream;
}

} // namespace

std::shared_ptr<Stream> streamOf(cudaStream_t handle) {
  if (!handle || handle == cudaStreamLegacy)
    return legacyStream();
  if (handle == cudaStreamPerThread)
    return threadStream();
  return StreamHandles::all().find(handle);
}

cudaError_t submit(cudaStream_t handle, Work work) {
  std::shared_ptr<Stream> stream = streamOf(handle);
  if (!stream)
    return cudaErrorInvalidResourceHandle;
  if (cudaError_t error = check(work))
    return error;
  bool isTaken = false;
  if (cudaError_t error = capture(*stream, stream == legacyStream(), work, isTaken); error || isTaken)
    return error;
  return run(work);
}

cudaError_t submitAndWait(cudaStream_t handle, Work work) {
  std::shared_ptr<Stream> stream = streamOf(handle);
  if (!stream)
    return cudaErrorInvalidResourceHandle;
  if (cudaError_t error = checkNotCaptured(*stream))
    return error;
  return submit(handle, std::move(work));
}

void resetStreams() {
  StreamHandles::all().clear();
  resetCaptures();
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

namespace {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
  return call([&] {
    if (!stream || (flags & ~unsigned(cudaStreamNonBlocking)))
      return cudaErrorInvalidValue;
    priority = std::min(std::max(priority, kGreatestPriority), kLeastPriority);
    *stream = StreamHandles::all().add(makeStream(flags, priority));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return host::cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return host::cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&] {
    std::shared_ptr<Stream> object = StreamHandles::all().find(stream);
    if (!object || !StreamHandles::all().remove(stream))
      return cudaErrorInvalidResourceHandle;
    leaveCapture(*object);
    return cudaSuccess;
  });
}

/// Runs `body` on the stream of a handle.
template <typename Body> cudaError_t withStream(cudaStream_t handle, Body &&body) {
  return call([&] {
    std::shared_ptr<Stream> stream = streamOf(handle);
    return stream ? body(*stream) : cudaErrorInvalidResourceHandle;
  });
}

/// Everything queued has been done.
cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return withStream(handle, [](Stream &stream) { return checkNotCaptured(stream); });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return withStream(handle, [](Stream &stream) { return checkNotCaptured(stream); });
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned *flags) {
  return withStream(handle, [&](Stream &stream) { return *flags = stream.flags, cudaSuccess; });
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int *priority) {
  return withStream(handle, [&](Stream &stream) { return *priority = stream.priority, cudaSuccess; });
}

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long *id) {
  return withStream(handle, [&](Stream &stream) { return *id = stream.id, cudaSuccess; });
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int *device) {
  return withStream(handle, [&](Stream &) { return *device = 0, cudaSuccess; });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void *, size_t, unsigned) {
  return withStream(handle, [](Stream &) { return cudaSuccess; });
}

/// Attributes are about caches and priorities.
cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaLaunchAttributeID, const cudaLaunchAttributeValue *value) {
  return withStream(handle, [&](Stream &) { return value ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *argument) {
  return call([&] { return function ? submit(stream, HostWork{function, argument}) : cudaErrorInvalidValue; });
}

/// Callbacks cannot be captured.
cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void *argument, unsigned flags) {
  return withStream(handle, [&](Stream &stream) {
    if (!callback || flags)
      return cudaErrorInvalidValue;
    if (cudaError_t error = checkNotCaptured(stream))
      return error;
    callback(handle, cudaSuccess, argument);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return call([&] {
    if (least)
      *least = kLeastPriority;
    if (greatest)
      *greatest = kGreatestPriority;
    return cudaSuccess;
  });
}

} // namespace

std::span<const Entry> streamEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaStreamCreate),
      TILEC_HOST_ENTRY(cudaStreamCreateWithFlags),
      TILEC_HOST_ENTRY(cudaStreamDestroy),
      TILEC_HOST_ENTRY(cudaStreamCreateWithPriority),
      TILEC_HOST_ENTRY(cudaStreamSynchronize),
      TILEC_HOST_ENTRY(cudaStreamQuery),
      TILEC_HOST_ENTRY(cudaStreamGetFlags),
      TILEC_HOST_ENTRY(cudaStreamGetPriority),
      TILEC_HOST_ENTRY(cudaStreamGetId),
      TILEC_HOST_ENTRY(cudaStreamGetDevice),
      TILEC_HOST_ENTRY(cudaStreamSetAttribute),
      TILEC_HOST_ENTRY(cudaLaunchHostFunc),
      TILEC_HOST_ENTRY(cudaStreamAddCallback),
      TILEC_HOST_ENTRY(cudaStreamAttachMemAsync),
      TILEC_HOST_ENTRY(cudaDeviceGetStreamPriorityRange),
  };
  return entries;
}

} // namespace tilec::program::host
