// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Streams, events and graphs.
#include "tilec/Stream.h"

#include "runtime/ContextState.h"

namespace tilec::runtime {

Expected<Stream> Stream::create(const Context &context, int priority) {
  auto state = context.shared();
  cu::StreamHandle handle = nullptr;
  Status status = ContextScope(*state).call(state->driver->streamCreate, &handle, cu::kStreamNonBlocking, priority);
  if (!status)
    return status;
  return Stream(state, own(state, handle, state->driver->streamDestroy));
}

Stream Stream::borrow(const Context &context, void *native) {
  return Stream(context.shared(), std::shared_ptr<void>(native, [](void *) {}));
}

Status Stream::synchronize() const {
  return ContextScope(*state).call(state->driver->streamSynchronize, handle.get());
}

Status Stream::wait(const Event &event) const {
  return ContextScope(*state).call(state->driver->streamWaitEvent, handle.get(), event.native(), 0u);
}

Status Stream::beginCapture() const {
  return ContextScope(*state).call(state->driver->streamBeginCapture, handle.get(), cu::kCaptureThreadLocal);
}

Expected<Graph> Stream::endCapture() const {
  ContextScope scope(*state);
  cu::GraphHandle graph = nullptr;
  cu::GraphExecHandle executable = nullptr;
  if (Status status = scope.call(state->driver->streamEndCapture, handle.get(), &graph); !status)
    return status;
  Status instantiated = scope.call(state->driver->graphInstantiate, &executable, graph, 0ull);
  (void)scope.call(state->driver->graphDestroy, graph);
  if (!instantiated)
    return instantiated;
  return Graph(state, own(state, executable, state->driver->graphExecDestroy));
}

void *Stream::native() const {
  return handle.get();
}

Expected<Event> Event::create(const Context &context, bool timing) {
  auto state = context.shared();
  cu::EventHandle handle = nullptr;
  Status status = ContextScope(*state).call(state->driver->eventCreate, &handle, timing ? 0u : cu::kEventDisableTiming);
  if (!status)
    return status;
  return Event(state, own(state, handle, state->driver->eventDestroy));
}

Status Event::record(const Stream &stream) const {
  return ContextScope(*state).call(state->driver->eventRecord, handle.get(), stream.native());
}

Status Event::synchronize() const {
  return ContextScope(*state).call(state->driver->eventSynchronize, handle.get());
}

Expected<float> Event::millisecondsSince(const Event &start) const {
  float milliseconds = 0;
  Status status =
      ContextScope(*state).call(state->driver->eventElapsedTime, &milliseconds, start.native(), handle.get());
  if (!status)
    return status;
  return milliseconds;
}

Status Graph::launch(const Stream &stream) const {
  return ContextScope(*state).call(state->driver->graphLaunch, handle.get(), stream.native());
}

} // namespace tilec::runtime
