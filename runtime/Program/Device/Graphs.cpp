// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Nodes of graphs that launch tile kernels on a GPU: the launch is captured into the graph, with what its variant
/// needs beside the kernel.
#include "runtime/Program/Device/DeviceModules.h"
#include "runtime/Program/Device/Functions.h"
#include "runtime/Program/Device/Launches.h"
#include "runtime/Program/Mode.h"

namespace tilec::program::device {

namespace {

/// A stream of the real runtime, to capture into a graph with.
class CapturingStream {
public:
  CapturingStream() {
    error = TILEC_CUDA_RUNTIME(cudaStreamCreateWithFlags)(&stream, cudaStreamNonBlocking);
  }
  CapturingStream(const CapturingStream &) = delete;
  ~CapturingStream() {
    if (stream)
      (void)TILEC_CUDA_RUNTIME(cudaStreamDestroy)(stream);
  }

  /// Captures what `queue` puts into the stream, behind `dependencies`. `node` gets what came last.
  template <typename Queue>
  cudaError_t capture(cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, cudaGraphNode_t *node,
                      Queue &&queue) {
    auto begin = TILEC_CUDA_RUNTIME(cudaStreamBeginCaptureToGraph);
    if (error)
      return error;
    if (!begin)
      return cudaErrorNotSupported; // before 12.3
    if (cudaError_t begun = begin(stream, graph, dependencies, nullptr, count, cudaStreamCaptureModeRelaxed))
      return begun;
    cudaError_t queued = queue(stream);
    if (!queued)
      queued = lastNode(node);
    cudaGraph_t same = nullptr;
    cudaError_t ended = TILEC_CUDA_RUNTIME(cudaStreamEndCapture)(stream, &same);
    return queued ? queued : ended;
  }

private:
  cudaError_t lastNode(cudaGraphNode_t *node) {
    using Info12 = cudaError_t(cudaStream_t, cudaStreamCaptureStatus *, unsigned long long *, cudaGraph_t *,
                               const cudaGraphNode_t **, size_t *);
    using Info13 = cudaError_t(cudaStream_t, cudaStreamCaptureStatus *, unsigned long long *, cudaGraph_t *,
                               const cudaGraphNode_t **, const cudaGraphEdgeData **, size_t *);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const cudaGraphNode_t *nodes = nullptr;
    const cudaGraphEdgeData *edges = nullptr;
    size_t count = 0;
    cudaError_t result = cudaErrorNotSupported;
    if (auto of12 = cudaRuntime<Info12>("cudaStreamGetCaptureInfo_v2"))
      result = of12(stream, &status, nullptr, nullptr, &nodes, &count);
    else if (auto of13 = cudaRuntime<Info13>("cudaStreamGetCaptureInfo"))
      result = of13(stream, &status, nullptr, nullptr, &nodes, &edges, &count);
    if (!result && count)
      *node = nodes[count - 1];
    return result;
  }

  cudaStream_t stream = nullptr;
  cudaError_t error = cudaSuccess;
};

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const cudaKernelNodeParams *parameters) {
  const Kernel *kernel = parameters ? tileKernel(parameters->func) : nullptr;
  if (!kernel)
    return TILEC_CUDA_RUNTIME(cudaGraphAddKernelNode)(node, graph, dependencies, count, parameters);
  if (!parameters->kernelParams && parameters->extra)
    return setLastError(cudaErrorNotSupported); // packed arguments
  return setLastError(CapturingStream().capture(graph, dependencies, count, node, [&](cudaStream_t stream) {
    return launchTile(*kernel, {parameters->gridDim, parameters->blockDim, parameters->kernelParams, stream});
  }));
}

} // namespace

std::span<const Entry> graphEntries() {
  static const Entry entries[] = {TILEC_DEVICE_ENTRY(cudaGraphAddKernelNode)};
  return entries;
}

} // namespace tilec::program::device
