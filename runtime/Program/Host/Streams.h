// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Streams and events, where kernels run on the CPU. Work is done at the call that queues it, so a stream holds nothing
/// but what a capture needs.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_STREAMS_H
#define TILEC_RUNTIME_PROGRAM_HOST_STREAMS_H

#include "runtime/Program/Host/Graph.h"

#include <chrono>
#include <set>
#include <thread>

namespace tilec::program::host {

struct Stream;

/// A graph that streams are being captured into.
struct Capture {
  std::shared_ptr<Graph> graph;
  Stream *origin; ///< where it began and must end
  cudaStreamCaptureMode mode;
  std::thread::id thread; ///< that began it
  uint64_t id;
  std::set<Stream *> streams; ///< all that take part
  bool isInvalid = false;
};

struct Stream {
  unsigned flags = 0;
  int priority = 0;
  uint64_t id = 0;
  std::shared_ptr<Capture> capture;   ///< null if it is not captured
  std::vector<GraphNode *> last = {}; ///< what captured work will depend on
};

struct Event {
  unsigned flags = 0;
  bool isRecorded = false;
  std::chrono::steady_clock::time_point time = {};
  std::shared_ptr<Capture> capture;    ///< that it was last recorded in
  std::vector<GraphNode *> nodes = {}; ///< what it stands for there
};

/// The stream of a handle, the default streams' among them; null if it is none.
std::shared_ptr<Stream> streamOf(cudaStream_t handle);
std::shared_ptr<Event> eventOf(cudaEvent_t handle);

/// The event happens now.
void recordNow(Event &event);

/// Does the work now, or adds it to what the stream is captured into.
cudaError_t submit(cudaStream_t stream, Work work);
/// Submits work and waits for its end, so that it cannot be captured.
cudaError_t submitAndWait(cudaStream_t stream, Work work);

/// A call that waits or has effects outside of streams: an error while a capture forbids it to this thread. The capture
/// is then of no use.
cudaError_t checkUnsafeCall();
/// A call on a stream that waits for it or asks for it: the same if it is captured.
cudaError_t checkNotCaptured(Stream &stream);
/// Whether work of the stream would go into a graph.
bool isCaptured(cudaStream_t stream);
/// Forgets all captures, streams and events.
void resetStreams();

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_STREAMS_H
