// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Streams, events, and graphs captured from streams.
#ifndef TILEC_STREAM_H
#define TILEC_STREAM_H

#include "tilec/Device.h"

namespace tilec::runtime {

class Event;
class Graph;

/// A queue of work on a device. Movable; destroyed with the object (work already queued still runs).
class Stream {
public:
  /// A new stream that does not wait for the legacy default stream. `priority`: lower is more urgent, 0 normal.
  static Expected<Stream> create(const Context &context, int priority = 0);
  /// Wraps a CUstream that somebody else owns (PyTorch's current stream, say); null is the legacy default stream.
  static Stream borrow(const Context &context, void *native);

  Status synchronize() const;
  /// Makes later work wait for `event`.
  Status wait(const Event &event) const;
  /// Starts to record work instead of running it. Only this thread is kept from unsafe calls meanwhile.
  Status beginCapture() const;
  /// Ends recording and makes the graph ready to launch.
  Expected<Graph> endCapture() const;
  /// CUstream.
  void *native() const;

  const std::shared_ptr<ContextState> &context() const {
    return state;
  }

private:
  Stream(std::shared_ptr<ContextState> state, std::shared_ptr<void> handle)
      : state(std::move(state)), handle(std::move(handle)) {}
  std::shared_ptr<ContextState> state;
  std::shared_ptr<void> handle;
};

/// A point in a stream.
class Event {
public:
  /// `timing`: whether millisecondsSince may be asked; costs a little.
  static Expected<Event> create(const Context &context, bool timing = true);

  Status record(const Stream &stream) const;
  Status synchronize() const;
  /// Time from `start` to this event, in milliseconds; both must have been recorded and reached.
  Expected<float> millisecondsSince(const Event &start) const;
  /// CUevent.
  void *native() const {
    return handle.get();
  }

private:
  Event(std::shared_ptr<ContextState> state, std::shared_ptr<void> handle)
      : state(std::move(state)), handle(std::move(handle)) {}
  std::shared_ptr<ContextState> state;
  std::shared_ptr<void> handle;
};

/// Work captured from a stream, ready to run any number of times. The buffers and modules in it must outlive it.
class Graph {
public:
  Status launch(const Stream &stream) const;
  /// CUgraphExec.
  void *native() const {
    return handle.get();
  }

private:
  friend class Stream;
  Graph(std::shared_ptr<ContextState> state, std::shared_ptr<void> handle)
      : state(std::move(state)), handle(std::move(handle)) {}
  std::shared_ptr<ContextState> state;
  std::shared_ptr<void> handle;
};

} // namespace tilec::runtime

#endif // TILEC_STREAM_H
