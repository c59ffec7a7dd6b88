// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Captures.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/Handles.h"

namespace tilec::program::host {

using EventHandles = Handles<Event, cudaEvent_t>;

std::shared_ptr<Event> eventOf(cudaEvent_t handle) {
  return EventHandles::all().find(handle);
}

void recordNow(Event &event) {
  event.isRecorded = true;
  event.time = std::chrono::steady_clock::now();
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

namespace {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  return call([&] {
    unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~known))
      return cudaErrorInvalidValue;
    auto object = std::make_shared<Event>();
    object->flags = flags;
    *event = EventHandles::all().add(std::move(object));
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return host::cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&] { return EventHandles::all().remove(event) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t eventHandle, cudaStream_t streamHandle, unsigned flags) {
  return call([&] {
    std::shared_ptr<Event> event = eventOf(eventHandle);
    std::shared_ptr<Stream> stream = streamOf(streamHandle);
    if (!event || !stream)
      return cudaErrorInvalidResourceHandle;
    if (flags & ~unsigned(cudaEventRecordExternal))
      return cudaErrorInvalidValue;
    if (flags & cudaEventRecordExternal)
      return submit(streamHandle, EventWork{event});
    bool isTaken = false;
    if (cudaError_t error = captureRecord(*stream, *event, isTaken); error || isTaken)
      return error;
    recordNow(*event);
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return host::cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

/// Outside of captures every event has been reached.
cudaError_t cudaStreamWaitEvent(cudaStream_t streamHandle, cudaEvent_t eventHandle, unsigned flags) {
  return call([&] {
    std::shared_ptr<Event> event = eventOf(eventHandle);
    std::shared_ptr<Stream> stream = streamOf(streamHandle);
    if (!event || !stream)
      return cudaErrorInvalidResourceHandle;
    bool isTaken = false;
    if (flags & cudaEventWaitExternal)
      return submit(streamHandle, EmptyWork{cudaGraphNodeTypeWaitEvent});
    return captureWait(*stream, *event, isTaken);
  });
}

/// Nothing runs behind the program's back, so an event has been reached unless it belongs to a capture.
cudaError_t checkReached(cudaEvent_t handle) {
  return call([&] {
    std::shared_ptr<Event> event = eventOf(handle);
    if (!event)
      return cudaErrorInvalidResourceHandle;
    return event->capture ? cudaErrorCapturedEvent : cudaSuccess;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return checkReached(event);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return checkReached(event);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t startHandle, cudaEvent_t endHandle) {
  return call([&] {
    std::shared_ptr<Event> start = eventOf(startHandle), end = eventOf(endHandle);
    if (!milliseconds)
      return cudaErrorInvalidValue;
    if (!start || !end)
      return cudaErrorInvalidResourceHandle;
    bool hasTimes = start->isRecorded && end->isRecorded && !((start->flags | end->flags) & cudaEventDisableTiming);
    if (!hasTimes)
      return cudaErrorInvalidResourceHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return cudaSuccess;
  });
}

} // namespace

std::span<const Entry> eventEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaEventCreate),
      TILEC_HOST_ENTRY(cudaEventCreateWithFlags),
      TILEC_HOST_ENTRY(cudaEventDestroy),
      TILEC_HOST_ENTRY(cudaEventRecord),
      TILEC_HOST_ENTRY(cudaEventRecordWithFlags),
      TILEC_HOST_ENTRY(cudaEventSynchronize),
      TILEC_HOST_ENTRY(cudaEventQuery),
      TILEC_HOST_ENTRY(cudaEventElapsedTime),
      TILEC_HOST_ENTRY(cudaStreamWaitEvent),
      {"cudaEventElapsedTime_v2", reinterpret_cast<void *>(&cudaEventElapsedTime)}, // of 12.8
  };
  return entries;
}

} // namespace tilec::program::host
