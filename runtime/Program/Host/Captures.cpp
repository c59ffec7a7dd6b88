// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Captures.h"

#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"

#include <algorithm>
#include <mutex>

namespace tilec::program::host {

namespace {

/// The captures that run, and what guards them and the captured state of streams and events.
struct Captures {
  std::mutex mutex;
  std::set<std::shared_ptr<Capture>> running;
  uint64_t count = 0;
};

Captures &captures() {
  static Captures *instance = new Captures;
  return *instance;
}

thread_local cudaStreamCaptureMode threadMode = cudaStreamCaptureModeGlobal;

cudaError_t invalidate(Capture &capture, cudaError_t error) {
  capture.isInvalid = true;
  return error;
}

/// Whether a capture forbids this thread calls with effects outside of streams.
bool forbidsUnsafeCalls(const Capture &capture) {
  if (threadMode == cudaStreamCaptureModeRelaxed || capture.mode == cudaStreamCaptureModeRelaxed)
    return false;
  bool isOwn = capture.thread == std::this_thread::get_id();
  return isOwn || (capture.mode == cudaStreamCaptureModeGlobal && threadMode == cudaStreamCaptureModeGlobal);
}

/// Every node that `nodes` depend on, and themselves.
std::set<const GraphNode *> reached(const std::vector<GraphNode *> &nodes) {
  std::set<const GraphNode *> all;
  std::vector<const GraphNode *> next(nodes.begin(), nodes.end());
  while (!next.empty()) {
    const GraphNode *node = next.back();
    next.pop_back();
    if (all.insert(node).second)
      next.insert(next.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return all;
}

/// Whether the origin has waited for all that the other streams did.
bool isJoined(const Capture &capture) {
  std::set<const GraphNode *> known = reached(capture.origin->last);
  return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const Stream *stream) {
    return std::all_of(stream->last.begin(), stream->last.end(),
                       [&](const GraphNode *node) { return known.contains(node); });
  });
}

void end(Captures &all, const std::shared_ptr<Capture> &capture) {
  for (Stream *stream : capture->streams) {
    stream->capture.reset();
    stream->last.clear();
  }
  all.running.erase(capture);
}

} // namespace

cudaError_t capture(Stream &stream, bool isLegacy, Work &work, bool &isTaken) {
  Captures &all = captures();
  std::lock_guard lock(all.mutex);
  if (!stream.capture) {
    for (const auto &running : all.running)
      if (isLegacy && !(running->origin->flags & cudaStreamNonBlocking))
        return invalidate(*running, cudaErrorStreamCaptureImplicit);
    return cudaSuccess;
  }
  if (stream.capture->isInvalid)
    return cudaErrorStreamCaptureInvalidated;
  stream.last = {stream.capture->graph->add(std::move(work), stream.last)};
  isTaken = true;
  return cudaSuccess;
}

cudaError_t captureRecord(Stream &stream, Event &event, bool &isTaken) {
  std::lock_guard lock(captures().mutex);
  event.capture = stream.capture;
  event.nodes = stream.last;
  isTaken = bool(stream.capture);
  return isTaken && stream.capture->isInvalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

cudaError_t captureWait(Stream &stream, Event &event, bool &isTaken) {
  Captures &all = captures();
  std::lock_guard lock(all.mutex);
  if (event.capture && !all.running.contains(event.capture))
    event.capture.reset(); // has ended
  if (!event.capture)
    return stream.capture ? invalidate(*stream.capture, cudaErrorStreamCaptureIsolation) : cudaSuccess;
  if (stream.capture && stream.capture != event.capture)
    return invalidate(*stream.capture, cudaErrorStreamCaptureMerge);
  isTaken = true;
  stream.capture = event.capture;
  stream.capture->streams.insert(&stream);
  for (GraphNode *node : event.nodes)
    if (std::find(stream.last.begin(), stream.last.end(), node) == stream.last.end())
      stream.last.push_back(node);
  return cudaSuccess;
}

cudaError_t checkUnsafeCall() {
  Captures &all = captures();
  std::lock_guard lock(all.mutex);
  for (const auto &running : all.running)
    if (forbidsUnsafeCalls(*running))
      return invalidate(*running, cudaErrorStreamCaptureUnsupported);
  return cudaSuccess;
}

cudaError_t checkNotCaptured(Stream &stream) {
  std::lock_guard lock(captures().mutex);
  return stream.capture ? invalidate(*stream.capture, cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

bool isCaptured(cudaStream_t handle) {
  std::shared_ptr<Stream> stream = streamOf(handle);
  std::lock_guard lock(captures().mutex);
  return stream && stream->capture;
}

void leaveCapture(Stream &stream) {
  Captures &all = captures();
  std::lock_guard lock(all.mutex);
  std::shared_ptr<Capture> capture = stream.capture;
  if (!capture)
    return;
  capture->isInvalid = true;
  if (capture->origin == &stream)
    return end(all, capture);
  stream.capture.reset();
  capture->streams.erase(&stream);
}

void resetCaptures() {
  Captures &all = captures();
  std::lock_guard lock(all.mutex);
  all.running.clear();
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

namespace {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return call([&] {
    std::shared_ptr<Stream> stream = streamOf(handle);
    if (!stream)
      return cudaErrorInvalidResourceHandle;
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
      return cudaErrorInvalidValue;
    if (stream == streamOf(nullptr))
      return cudaErrorStreamCaptureUnsupported;
    Captures &all = captures();
    std::lock_guard lock(all.mutex);
    if (stream->capture)
      return cudaErrorIllegalState;
    auto capture = std::make_shared<Capture>(Capture{
        std::make_shared<Graph>(), stream.get(), mode, std::this_thread::get_id(), ++all.count, {stream.get()}});
    stream->capture = capture;
    stream->last.clear();
    all.running.insert(capture);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph) {
  return call([&] {
    std::shared_ptr<Stream> stream = streamOf(handle);
    if (!stream)
      return cudaErrorInvalidResourceHandle;
    Captures &all = captures();
    std::lock_guard lock(all.mutex);
    std::shared_ptr<Capture> capture = stream->capture;
    *graph = nullptr;
    if (!capture)
      return cudaErrorIllegalState;
    bool isWrongThread = capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id();
    if (isWrongThread)
      return cudaErrorStreamCaptureWrongThread;
    if (capture->origin != stream.get())
      return invalidate(*capture, cudaErrorStreamCaptureUnmatched);
    cudaError_t error = capture->isInvalid    ? cudaErrorStreamCaptureInvalidated
                        : !isJoined(*capture) ? cudaErrorStreamCaptureUnjoined
                                              : cudaSuccess;
    end(all, capture);
    if (!error)
      *graph = publish(capture->graph);
    return error;
  });
}

cudaStreamCaptureStatus statusOf(const Stream &stream) {
  return !stream.capture             ? cudaStreamCaptureStatusNone
         : stream.capture->isInvalid ? cudaStreamCaptureStatusInvalidated
                                     : cudaStreamCaptureStatusActive;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus *status) {
  return call([&] {
    std::shared_ptr<Stream> stream = streamOf(handle);
    if (!stream)
      return cudaErrorInvalidResourceHandle;
    std::lock_guard lock(captures().mutex);
    *status = statusOf(*stream);
    return cudaSuccess;
  });
}

/// What all versions of cudaStreamGetCaptureInfo tell; the nodes live as long as nothing else is captured.
cudaError_t captureInfo(cudaStream_t handle, cudaStreamCaptureStatus *status, unsigned long long *id,
                        cudaGraph_t *graph, const cudaGraphNode_t **nodes, size_t *count) {
  std::shared_ptr<Stream> stream = streamOf(handle);
  if (!stream)
    return cudaErrorInvalidResourceHandle;
  std::lock_guard lock(captures().mutex);
  *status = statusOf(*stream);
  if (!stream->capture)
    return cudaSuccess;
  if (id)
    *id = stream->capture->id;
  if (graph)
    *graph = reinterpret_cast<cudaGraph_t>(stream->capture->graph.get());
  if (nodes)
    *nodes = reinterpret_cast<const cudaGraphNode_t *>(stream->last.data());
  if (count)
    *count = stream->last.size();
  return cudaSuccess;
}

/// Also of 12 under the name of its second version, which has no data of edges.
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t handle, cudaStreamCaptureStatus *status, unsigned long long *id,
                                        cudaGraph_t *graph, const cudaGraphNode_t **nodes, size_t *count) {
  return call([&] { return captureInfo(handle, status, id, graph, nodes, count); });
}

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t handle, cudaStreamCaptureStatus *status, unsigned long long *id,
                                        cudaGraph_t *graph, const cudaGraphNode_t **nodes,
                                        const cudaGraphEdgeData **edges, size_t *count) {
  if (edges)
    *edges = nullptr;
  return call([&] { return captureInfo(handle, status, id, graph, nodes, count); });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  return call([&] { return std::swap(threadMode, *mode), cudaSuccess; });
}

} // namespace

std::span<const Entry> captureEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaStreamBeginCapture),
      TILEC_HOST_ENTRY(cudaStreamEndCapture),
      TILEC_HOST_ENTRY(cudaStreamIsCapturing),
      TILEC_HOST_ENTRY(cudaThreadExchangeStreamCaptureMode),
      {"cudaStreamGetCaptureInfo", reinterpret_cast<void *>(&cudaStreamGetCaptureInfo_v3)}, // of 13
      {"cudaStreamGetCaptureInfo_v2", reinterpret_cast<void *>(&cudaStreamGetCaptureInfo_v2)},
      {"cudaStreamGetCaptureInfo_v3", reinterpret_cast<void *>(&cudaStreamGetCaptureInfo_v3)},
  };
  return entries;
}

} // namespace tilec::program::host
