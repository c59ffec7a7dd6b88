// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

#include <vector>

namespace {

/// A stream, and an int on the device that kernels count in.
struct Work {
  Work() {
    REQUIRE(cudaDeviceReset() == cudaSuccess);
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    REQUIRE(cudaMalloc(reinterpret_cast<void **>(&out), 4) == cudaSuccess);
    REQUIRE(cudaMemset(out, 0, 4) == cudaSuccess);
  }
  ~Work() {
    (void)cudaFree(out);
    (void)cudaStreamDestroy(stream);
    (void)cudaGetLastError();
  }
  int value() const {
    int seen = -1;
    REQUIRE(cudaMemcpy(&seen, out, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    return seen;
  }

  cudaStream_t stream = nullptr;
  int *out = nullptr;
};

size_t nodesOf(cudaGraph_t graph) {
  size_t count = 0;
  REQUIRE(cudaGraphGetNodes(graph, nullptr, &count) == cudaSuccess);
  return count;
}

} // namespace

TEST_CASE("a captured stream does nothing until the graph is launched, then all of it, as often") {
  Work work;
  int seen = 0, step = 5;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaStreamBeginCapture(work.stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  launch(count, 1, 1, work.stream, work.out, step);
  step = 100; // arguments are copied
  CHECK(cudaMemcpyAsync(&seen, work.out, 4, cudaMemcpyDeviceToHost, work.stream) == cudaSuccess);
  cudaHostFn_t twice = [](void *value) { *static_cast<int *>(value) *= 2; };
  CHECK(cudaLaunchHostFunc(work.stream, twice, &seen) == cudaSuccess);
  cudaStreamCaptureStatus status;
  CHECK((cudaStreamIsCapturing(work.stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusActive));
  REQUIRE(cudaStreamEndCapture(work.stream, &graph) == cudaSuccess);
  CHECK((cudaStreamIsCapturing(work.stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone));
  CHECK((seen == 0 && work.value() == 0));
  CHECK(nodesOf(graph) == 3);
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, work.stream) == cudaSuccess);
  CHECK((work.value() == 8 && seen == 16));
  CHECK(cudaGraphLaunch(exec, work.stream) == cudaSuccess);
  CHECK((work.value() == 13 && seen == 26));
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, work.stream) == cudaErrorInvalidValue);
}

TEST_CASE("a launch of a graph is captured as a part of another one") {
  Work work;
  cudaGraph_t inner = nullptr, outer = nullptr;
  cudaGraphExec_t innerExec = nullptr, outerExec = nullptr;
  REQUIRE(cudaStreamBeginCapture(work.stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  launch(count, 1, 1, work.stream, work.out, 2);
  launch(count, 1, 1, work.stream, work.out, 4);
  REQUIRE(cudaStreamEndCapture(work.stream, &inner) == cudaSuccess);
  size_t roots = 0;
  CHECK((cudaGraphGetRootNodes(inner, nullptr, &roots) == cudaSuccess && roots == 1));
  REQUIRE(cudaGraphInstantiate(&innerExec, inner, 0) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(work.stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaGraphLaunch(innerExec, work.stream) == cudaSuccess);
  CHECK(cudaGraphLaunch(innerExec, work.stream) == cudaSuccess);
  REQUIRE(cudaStreamEndCapture(work.stream, &outer) == cudaSuccess);
  CHECK((work.value() == 0 && nodesOf(outer) == 2));
  cudaGraphNode_t root = nullptr;
  roots = 1;
  CHECK((cudaGraphGetRootNodes(outer, &root, &roots) == cudaSuccess && roots == 1));
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  CHECK((cudaGraphNodeGetType(root, &type) == cudaSuccess && type == cudaGraphNodeTypeGraph));
  REQUIRE(cudaGraphInstantiate(&outerExec, outer, 0) == cudaSuccess);
  CHECK(cudaGraphLaunch(outerExec, nullptr) == cudaSuccess);
  CHECK(work.value() == 15);
  CHECK((cudaGraphExecDestroy(innerExec) == cudaSuccess && cudaGraphExecDestroy(outerExec) == cudaSuccess));
  CHECK((cudaGraphDestroy(inner) == cudaSuccess && cudaGraphDestroy(outer) == cudaSuccess));
}

TEST_CASE("events carry a capture to other streams and back") {
  Work work;
  cudaStream_t other = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
  REQUIRE(cudaEventCreate(&fork) == cudaSuccess);
  REQUIRE(cudaEventCreate(&join) == cudaSuccess);
  cudaGraph_t graph = nullptr;
  auto begin = [&] {
    REQUIRE(cudaStreamBeginCapture(work.stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    CHECK(cudaEventRecord(fork, work.stream) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(other, fork, 0) == cudaSuccess);
    CHECK(cudaMemsetAsync(work.out, 1, 4, other) == cudaSuccess);
  };
  SECTION("joined") {
    begin();
    CHECK(cudaEventRecord(join, other) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(work.stream, join, 0) == cudaSuccess);
    CHECK(cudaStreamEndCapture(work.stream, &graph) == cudaSuccess);
    CHECK(nodesOf(graph) == 1);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  }
  SECTION("not joined") {
    begin();
    CHECK(cudaStreamEndCapture(work.stream, &graph) == cudaErrorStreamCaptureUnjoined);
    CHECK(graph == nullptr);
  }
  SECTION("ended where it did not begin") {
    begin();
    CHECK(cudaStreamEndCapture(other, &graph) == cudaErrorStreamCaptureUnmatched);
    CHECK(cudaStreamEndCapture(work.stream, &graph) == cudaErrorStreamCaptureInvalidated);
  }
  CHECK(work.value() == 0);
  (void)cudaStreamDestroy(other);
  (void)cudaEventDestroy(fork);
  (void)cudaEventDestroy(join);
}

TEST_CASE("calls that a capture forbids end it") {
  Work work;
  cudaGraph_t graph = nullptr;
  void *memory = nullptr;
  REQUIRE(cudaStreamBeginCapture(work.stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  SECTION("waiting for the stream") {
    CHECK(cudaStreamSynchronize(work.stream) == cudaErrorStreamCaptureUnsupported);
  }
  SECTION("waiting for the device") {
    CHECK(cudaDeviceSynchronize() == cudaErrorStreamCaptureUnsupported);
  }
  SECTION("allocation") {
    CHECK(cudaMalloc(&memory, 4) == cudaErrorStreamCaptureUnsupported);
  }
  SECTION("the default stream") {
    CHECK(cudaMemsetAsync(work.out, 0, 4, nullptr) == cudaErrorStreamCaptureImplicit);
  }
  CHECK(cudaStreamEndCapture(work.stream, &graph) == cudaErrorStreamCaptureInvalidated);
  CHECK(cudaStreamSynchronize(work.stream) == cudaSuccess);
}

TEST_CASE("a relaxed capture allows allocation") {
  Work work;
  cudaGraph_t graph = nullptr;
  void *memory = nullptr;
  REQUIRE(cudaStreamBeginCapture(work.stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(cudaMalloc(&memory, 4) == cudaSuccess);
  CHECK(cudaStreamEndCapture(work.stream, &graph) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("memory that a graph allocates is there at every launch") {
  Work work;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  void *memory = nullptr;
  REQUIRE(cudaStreamBeginCapture(work.stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  REQUIRE(cudaMallocAsync(&memory, 4, work.stream) == cudaSuccess);
  CHECK(cudaMemsetAsync(memory, 2, 4, work.stream) == cudaSuccess);
  CHECK(cudaMemcpyAsync(work.out, memory, 4, cudaMemcpyDeviceToDevice, work.stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, work.stream) == cudaSuccess);
  REQUIRE(cudaStreamEndCapture(work.stream, &graph) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaMemset(work.out, 0, 4) == cudaSuccess);
    CHECK(cudaGraphLaunch(exec, work.stream) == cudaSuccess);
    CHECK(work.value() == 0x02020202);
  }
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  cudaPointerAttributes attributes;
  CHECK((cudaPointerGetAttributes(&attributes, memory) == cudaSuccess));
  CHECK(attributes.type == cudaMemoryTypeUnregistered);
}

TEST_CASE("nodes of any type are added by one function, asked, and changed, in a graph and in what was made from it") {
  Work work;
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  auto add = [&](cudaGraphNodeParams &parameters, std::vector<cudaGraphNode_t> before) {
    cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
    REQUIRE(cudaGraphAddNode(&node, graph, before.data(), nullptr, before.size(), &parameters) == cudaSuccess);
#else
    REQUIRE(cudaGraphAddNode(&node, graph, before.data(), before.size(), &parameters) == cudaSuccess);
#endif
    return node;
  };
  int seen = 0, step = 4;
  void *arguments[] = {&work.out, &step};
  cudaGraphNodeParams launch = {}, fill = {}, copy = {}, host = {};
  launch.type = cudaGraphNodeTypeKernel;
  launch.kernel.func = const_cast<void *>(stubOf(count));
  launch.kernel.gridDim = launch.kernel.blockDim = {1, 1, 1};
  launch.kernel.kernelParams = arguments;
  fill.type = cudaGraphNodeTypeMemset;
  fill.memset.dst = work.out;
  fill.memset.elementSize = 4;
  fill.memset.width = fill.memset.height = 1;
  copy.type = cudaGraphNodeTypeMemcpy;
  copy.memcpy.copyParams.srcPtr = {work.out, 4, 4, 1};
  copy.memcpy.copyParams.dstPtr = {&seen, 4, 4, 1};
  copy.memcpy.copyParams.extent = {4, 1, 1};
  copy.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
  host.type = cudaGraphNodeTypeHost;
  host.host = {[](void *value) { *static_cast<int *>(value) *= 10; }, &seen};
  cudaGraphNode_t filled = add(fill, {}), launched = add(launch, {filled}), copied = add(copy, {launched});
  add(host, {copied});
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(seen == 70);

  cudaKernelNodeParams asked = {};
  step = 100; // the node has its own
  REQUIRE(cudaGraphKernelNodeGetParams(launched, &asked) == cudaSuccess);
  CHECK((asked.func == stubOf(count) && asked.gridDim.x == 1 && asked.blockDim.x == 1));
  CHECK(*static_cast<int *>(asked.kernelParams[1]) == 4);
  CHECK(cudaGraphKernelNodeGetParams(filled, &asked) == cudaErrorInvalidValue);

  CHECK(cudaGraphExecNodeSetParams(exec, launched, &launch) == cudaSuccess);
  CHECK(cudaGraphExecNodeSetParams(exec, launched, &fill) == cudaErrorInvalidValue);
  CHECK(cudaGraphNodeSetParams(filled, &launch) == cudaErrorInvalidValue);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(seen == 1070);
  step = 7;
  CHECK(cudaGraphNodeSetParams(launched, &launch) == cudaSuccess);
  REQUIRE(cudaGraphKernelNodeGetParams(launched, &asked) == cudaSuccess);
  CHECK(*static_cast<int *>(asked.kernelParams[1]) == 7);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("graphs are made by hand, and their nodes run behind those that they depend on") {
  Work work;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t fill = nullptr, kernel = nullptr, copy = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  int seen = 0, step = 4;
  void *arguments[] = {&work.out, &step};
  cudaKernelNodeParams launch = {};
  launch.func = const_cast<void *>(stubOf(count));
  launch.gridDim = launch.blockDim = 1;
  launch.kernelParams = arguments;
  // The copy is added first, and runs last.
  REQUIRE(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, &seen, work.out, 4, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
  REQUIRE(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch) == cudaSuccess);
  cudaMemsetParams clear = {};
  clear.dst = work.out;
  clear.elementSize = 4;
  clear.width = clear.height = 1;
  REQUIRE(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &clear) == cudaSuccess);
  cudaGraphNode_t from[] = {fill, kernel}, to[] = {kernel, copy};
#if CUDART_VERSION >= 13000
  REQUIRE(cudaGraphAddDependencies(graph, from, to, nullptr, 2) == cudaSuccess);
#else
  REQUIRE(cudaGraphAddDependencies(graph, from, to, 2) == cudaSuccess);
#endif
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(seen == 7);
  step = 1;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(seen == 8);

  step = 20;
  CHECK(cudaGraphKernelNodeSetParams(kernel, &launch) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(seen == 28);
  cudaGraphNode_t more = nullptr;
  REQUIRE(cudaGraphAddEmptyNode(&more, graph, nullptr, 0) == cudaSuccess);
  CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);

  from[0] = copy, to[0] = fill; // a circle
#if CUDART_VERSION >= 13000
  REQUIRE(cudaGraphAddDependencies(graph, from, to, nullptr, 1) == cudaSuccess);
#else
  REQUIRE(cudaGraphAddDependencies(graph, from, to, 1) == cudaSuccess);
#endif
  cudaGraphExec_t none = nullptr;
  CHECK(cudaGraphInstantiate(&none, graph, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}
