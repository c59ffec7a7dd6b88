// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The runtime's functions for graphs, where kernels run on the CPU.
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/Handles.h"
#include "runtime/Program/Host/Streams.h"
#include "runtime/Program/Mode.h"

#include <algorithm>

namespace tilec::program::host {

namespace {

using GraphHandles = Handles<Graph, cudaGraph_t>;
using ExecHandles = Handles<GraphExec, cudaGraphExec_t>;

GraphNode *nodeOf(cudaGraphNode_t handle) {
  return reinterpret_cast<GraphNode *>(handle);
}

/// Adds a node behind `dependencies`, all of the same graph.
cudaError_t addNode(cudaGraphNode_t *node, cudaGraph_t handle, const cudaGraphNode_t *dependencies, size_t count,
                    Work work) {
  std::shared_ptr<Graph> graph = graphOf(handle);
  if (!graph || !node || (count && !dependencies))
    return cudaErrorInvalidValue;
  if (cudaError_t error = check(work))
    return error;
  std::vector<GraphNode *> before;
  for (size_t i = 0; i < count; ++i) {
    if (!graph->holds(nodeOf(dependencies[i])))
      return cudaErrorInvalidValue;
    before.push_back(nodeOf(dependencies[i]));
  }
  *node = reinterpret_cast<cudaGraphNode_t>(graph->add(std::move(work), std::move(before)));
  return cudaSuccess;
}

//===- The work of nodes, from their parameters in both forms of the headers -------------------------------------===//

template <typename Parameters> cudaError_t makeKernelWork(const Parameters *parameters, KernelWork &work) {
  if (!parameters)
    return cudaErrorInvalidValue;
  if (!parameters->kernelParams && parameters->extra)
    return cudaErrorNotSupported; // packed arguments
  dim3 grid(parameters->gridDim.x, parameters->gridDim.y, parameters->gridDim.z);
  dim3 block(parameters->blockDim.x, parameters->blockDim.y, parameters->blockDim.z);
  return makeKernelWork(parameters->func, {grid, block, parameters->sharedMemBytes}, parameters->kernelParams, false,
                        work);
}

template <typename Parameters> cudaError_t makeFillWork(const Parameters *parameters, FillWork &fill) {
  unsigned bytes = parameters ? parameters->elementSize : 0;
  if (bytes != 1 && bytes != 2 && bytes != 4)
    return cudaErrorInvalidValue;
  fill.target = parameters->dst;
  fill.value = parameters->value;
  fill.elementBytes = bytes;
  fill.width = parameters->width;
  fill.height = parameters->height;
  fill.pitch = parameters->pitch;
  return cudaSuccess;
}

cudaError_t makeCopyWork(const cudaMemcpy3DParms *parameters, CopyWork &copy) {
  if (!parameters)
    return cudaErrorInvalidValue;
  std::optional<CopyWork> made = host::makeCopyWork(*parameters);
  if (!made)
    return cudaErrorNotSupported;
  copy = *made;
  return cudaSuccess;
}

template <typename Parameters> cudaError_t makeHostWork(const Parameters *parameters, HostWork &host) {
  if (!parameters || !parameters->fn)
    return cudaErrorInvalidValue;
  host = {parameters->fn, parameters->userData};
  return cudaSuccess;
}

cudaError_t makeGraphWork(cudaGraph_t child, GraphWork &work) {
  work.graph = graphOf(child);
  return work.graph ? cudaSuccess : cudaErrorInvalidValue;
}

/// Makes a kind of work, which becomes `result`.
template <typename Kind, typename Make> cudaError_t makeAs(Work &result, Make &&make) {
  Kind kind;
  cudaError_t error = make(kind);
  if (!error)
    result = std::move(kind);
  return error;
}

/// The work of a node of any type.
cudaError_t makeWork(const cudaGraphNodeParams *parameters, Work &work) {
  if (!parameters)
    return cudaErrorInvalidValue;
  switch (parameters->type) {
  case cudaGraphNodeTypeKernel:
    return makeAs<KernelWork>(work, [&](KernelWork &kernel) { return makeKernelWork(&parameters->kernel, kernel); });
  case cudaGraphNodeTypeMemcpy:
    return makeAs<CopyWork>(work, [&](CopyWork &copy) { return makeCopyWork(&parameters->memcpy.copyParams, copy); });
  case cudaGraphNodeTypeMemset:
    return makeAs<FillWork>(work, [&](FillWork &fill) { return makeFillWork(&parameters->memset, fill); });
  case cudaGraphNodeTypeHost:
    return makeAs<HostWork>(work, [&](HostWork &host) { return makeHostWork(&parameters->host, host); });
  case cudaGraphNodeTypeGraph:
    return makeAs<GraphWork>(work, [&](GraphWork &graph) { return makeGraphWork(parameters->graph.graph, graph); });
  case cudaGraphNodeTypeEmpty:
    work = EmptyWork{};
    return cudaSuccess;
  default:
    return cudaErrorNotSupported;
  }
}

/// Gives the work of a node, or of its copy in an executable graph, another value of its type.
cudaError_t setWork(Work *work, Work wanted) {
  if (!work || typeOf(*work) != typeOf(wanted))
    return cudaErrorInvalidValue;
  if (cudaError_t error = check(wanted))
    return error;
  *work = std::move(wanted);
  return cudaSuccess;
}

Work *workOf(cudaGraphNode_t node) {
  return node ? &nodeOf(node)->work : nullptr;
}

Work *workOf(cudaGraphExec_t handle, cudaGraphNode_t node) {
  std::shared_ptr<GraphExec> exec = ExecHandles::all().find(handle);
  GraphExec::Step *step = exec ? exec->find(nodeOf(node)) : nullptr;
  return step ? &step->work : nullptr;
}

//===- Shapes, and what is launched ------------------------------------------------------------------------------===//

/// For each node where its dependencies stand among `nodes`, in order: two graphs with equal ones have one shape.
std::vector<std::vector<size_t>> shapeOf(const std::vector<GraphNode *> &nodes) {
  std::vector<std::vector<size_t>> shape;
  for (const GraphNode *node : nodes) {
    std::vector<size_t> &places = shape.emplace_back();
    for (const GraphNode *before : node->dependencies)
      places.push_back(size_t(std::find(nodes.begin(), nodes.end(), before) - nodes.begin()));
    std::sort(places.begin(), places.end());
  }
  return shape;
}

std::shared_ptr<GraphExec> instantiate(const Graph &graph) {
  std::vector<GraphNode *> order = graph.inOrder();
  if (order.size() != graph.nodes.size())
    return nullptr;
  auto exec = std::make_shared<GraphExec>();
  exec->shape = shapeOf(order);
  for (const GraphNode *node : order)
    exec->steps.push_back({node, node->work});
  return exec;
}

//===- Making graphs ---------------------------------------------------------------------------------------------===//

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
  return call([&] {
    if (!graph || flags)
      return cudaErrorInvalidValue;
    *graph = publish(std::make_shared<Graph>());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&] { return GraphHandles::all().remove(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const cudaKernelNodeParams *parameters) {
  return call([&] {
    KernelWork work;
    if (cudaError_t error = makeKernelWork(parameters, work))
      return error;
    return addNode(node, graph, dependencies, count, std::move(work));
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t count, void *target, const void *source, size_t bytes,
                                     cudaMemcpyKind kind) {
  return call([&] {
    CopyWork copy;
    copy.target = target;
    copy.source = source;
    copy.width = bytes;
    copy.kind = kind;
    return addNode(node, graph, dependencies, count, copy);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const cudaMemsetParams *parameters) {
  return call([&] {
    FillWork fill;
    if (cudaError_t error = makeFillWork(parameters, fill))
      return error;
    return addNode(node, graph, dependencies, count, fill);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 size_t count, const cudaHostNodeParams *parameters) {
  return call([&] {
    HostWork host;
    if (cudaError_t error = makeHostWork(parameters, host))
      return error;
    return addNode(node, graph, dependencies, count, host);
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                  size_t count) {
  return call([&] { return addNode(node, graph, dependencies, count, EmptyWork{}); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                       size_t count, cudaGraph_t child) {
  return call([&] {
    GraphWork inner;
    if (cudaError_t error = makeGraphWork(child, inner))
      return error;
    return addNode(node, graph, dependencies, count, inner);
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const cudaMemcpy3DParms *parameters) {
  return call([&] {
    CopyWork copy;
    if (cudaError_t error = makeCopyWork(parameters, copy))
      return error;
    return addNode(node, graph, dependencies, count, copy);
  });
}

cudaError_t cudaGraphAddNode12(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                               size_t count, cudaGraphNodeParams *parameters) {
  return call([&] {
    Work work;
    if (cudaError_t error = makeWork(parameters, work))
      return error;
    return addNode(node, graph, dependencies, count, std::move(work));
  });
}

/// With data of edges, which say when a node may begin; all wait for the end of those before.
cudaError_t cudaGraphAddNode13(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                               const cudaGraphEdgeData *, size_t count, cudaGraphNodeParams *parameters) {
  return cudaGraphAddNode12(node, graph, dependencies, count, parameters);
}

cudaError_t addDependencies(cudaGraph_t handle, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  std::shared_ptr<Graph> graph = graphOf(handle);
  if (!graph || (count && (!from || !to)))
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (!graph->holds(nodeOf(from[i])) || !graph->holds(nodeOf(to[i])))
      return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    nodeOf(to[i])->dependencies.push_back(nodeOf(from[i]));
  return cudaSuccess;
}

/// The function of CUDA 12, without data of edges.
cudaError_t cudaGraphAddDependencies12(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                       size_t count) {
  return call([&] { return addDependencies(graph, from, to, count); });
}

cudaError_t cudaGraphAddDependencies13(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                       const cudaGraphEdgeData *, size_t count) {
  return call([&] { return addDependencies(graph, from, to, count); });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t *nodes, size_t *count) {
  return call([&] {
    std::shared_ptr<Graph> graph = graphOf(handle);
    if (!graph || !count)
      return cudaErrorInvalidValue;
    size_t room = nodes ? *count : 0, all = graph->nodes.size();
    for (size_t i = 0; i < room; ++i)
      nodes[i] = i < all ? reinterpret_cast<cudaGraphNode_t>(graph->nodes[i].get()) : nullptr;
    *count = nodes ? std::min(room, all) : all;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t *nodes, size_t *count) {
  return call([&] {
    std::shared_ptr<Graph> graph = graphOf(handle);
    if (!graph || !count)
      return cudaErrorInvalidValue;
    std::vector<GraphNode *> roots;
    for (const auto &node : graph->nodes)
      if (node->dependencies.empty())
        roots.push_back(node.get());
    size_t room = nodes ? *count : roots.size();
    for (size_t i = 0; nodes && i < room; ++i)
      nodes[i] = i < roots.size() ? reinterpret_cast<cudaGraphNode_t>(roots[i]) : nullptr;
    *count = std::min(room, roots.size());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type) {
  return call([&] { return node && type ? (*type = typeOf(nodeOf(node)->work), cudaSuccess) : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *parameters) {
  return call([&] {
    KernelWork work;
    if (cudaError_t error = makeKernelWork(parameters, work))
      return error;
    return setWork(workOf(node), std::move(work));
  });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *parameters) {
  return call([&] {
    Work work;
    if (cudaError_t error = makeWork(parameters, work))
      return error;
    return setWork(workOf(node), std::move(work));
  });
}

/// What `parameters` get points into the node.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t handle, cudaKernelNodeParams *parameters) {
  return call([&] {
    auto *work = handle ? std::get_if<KernelWork>(workOf(handle)) : nullptr;
    if (!work || !parameters)
      return cudaErrorInvalidValue;
    std::vector<void *> &addresses = nodeOf(handle)->argumentAddresses;
    addresses.clear();
    for (std::vector<unsigned char> &argument : work->arguments)
      addresses.push_back(argument.data());
    *parameters = {};
    parameters->func = const_cast<void *>(work->kernel->stub);
    parameters->gridDim = work->shape.grid;
    parameters->blockDim = work->shape.block;
    parameters->sharedMemBytes = unsigned(work->shape.sharedBytes);
    parameters->kernelParams = addresses.data();
    return cudaSuccess;
  });
}

//===- Launching them --------------------------------------------------------------------------------------------===//

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t handle, unsigned long long) {
  return call([&] {
    std::shared_ptr<Graph> graph = graphOf(handle);
    std::shared_ptr<GraphExec> made = graph ? instantiate(*graph) : nullptr;
    if (!exec || !made)
      return cudaErrorInvalidValue;
    *exec = ExecHandles::all().add(std::move(made));
    return cudaSuccess;
  });
}

/// What a captured launch of a graph is: its steps as a graph, one behind the other.
std::shared_ptr<Graph> asGraph(const GraphExec &exec) {
  auto graph = std::make_shared<Graph>();
  std::vector<GraphNode *> before;
  for (const GraphExec::Step &step : exec.steps)
    if (step.isEnabled)
      before = {graph->add(step.work, before)};
  return graph;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream) {
  return call([&] {
    std::shared_ptr<GraphExec> exec = ExecHandles::all().find(handle);
    if (!exec)
      return cudaErrorInvalidValue;
    if (!streamOf(stream))
      return cudaErrorInvalidResourceHandle;
    return isCaptured(stream) ? submit(stream, GraphWork{asGraph(*exec)}) : run(*exec);
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t handle, cudaStream_t) {
  return call([&] { return ExecHandles::all().find(handle) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t handle) {
  return call([&] { return ExecHandles::all().remove(handle) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaGraphExecUpdateResult whyNotUpdated(const GraphExec &exec, const GraphExec &wanted) {
  if (exec.shape != wanted.shape)
    return cudaGraphExecUpdateErrorTopologyChanged;
  for (size_t i = 0; i < exec.steps.size(); ++i)
    if (typeOf(exec.steps[i].work) != typeOf(wanted.steps[i].work))
      return cudaGraphExecUpdateErrorNodeTypeChanged;
  return cudaGraphExecUpdateSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graphHandle, cudaGraphExecUpdateResultInfo *info) {
  return call([&] {
    std::shared_ptr<GraphExec> exec = ExecHandles::all().find(handle);
    std::shared_ptr<Graph> graph = graphOf(graphHandle);
    std::shared_ptr<GraphExec> wanted = graph ? instantiate(*graph) : nullptr;
    if (!exec || !wanted || !info)
      return cudaErrorInvalidValue;
    *info = {};
    info->result = whyNotUpdated(*exec, *wanted);
    if (info->result != cudaGraphExecUpdateSuccess)
      return cudaErrorGraphExecUpdateFailure;
    *exec = std::move(*wanted);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t handle, cudaGraphNode_t node,
                                             const cudaKernelNodeParams *parameters) {
  return call([&] {
    KernelWork work;
    if (cudaError_t error = makeKernelWork(parameters, work))
      return error;
    return setWork(workOf(handle, node), std::move(work));
  });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t handle, cudaGraphNode_t node, cudaGraphNodeParams *parameters) {
  return call([&] {
    Work work;
    if (cudaError_t error = makeWork(parameters, work))
      return error;
    return setWork(workOf(handle, node), std::move(work));
  });
}

} // namespace

std::shared_ptr<Graph> graphOf(cudaGraph_t handle) {
  return GraphHandles::all().find(handle);
}

cudaGraph_t publish(std::shared_ptr<Graph> graph) {
  return GraphHandles::all().add(std::move(graph));
}

std::span<const Entry> graphEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaGraphCreate),
      TILEC_HOST_ENTRY(cudaGraphDestroy),
      TILEC_HOST_ENTRY(cudaGraphAddKernelNode),
      {"cudaGraphAddNode",
       isVersion12() ? reinterpret_cast<void *>(&cudaGraphAddNode12) : reinterpret_cast<void *>(&cudaGraphAddNode13)},
      {"cudaGraphAddNode_v2", reinterpret_cast<void *>(&cudaGraphAddNode13)},
      TILEC_HOST_ENTRY(cudaGraphAddMemcpyNode),
      TILEC_HOST_ENTRY(cudaGraphAddMemcpyNode1D),
      TILEC_HOST_ENTRY(cudaGraphAddMemsetNode),
      TILEC_HOST_ENTRY(cudaGraphAddHostNode),
      TILEC_HOST_ENTRY(cudaGraphAddEmptyNode),
      TILEC_HOST_ENTRY(cudaGraphAddChildGraphNode),
      {"cudaGraphAddDependencies", isVersion12() ? reinterpret_cast<void *>(&cudaGraphAddDependencies12)
                                                 : reinterpret_cast<void *>(&cudaGraphAddDependencies13)},
      {"cudaGraphAddDependencies_v2", reinterpret_cast<void *>(&cudaGraphAddDependencies13)},
      TILEC_HOST_ENTRY(cudaGraphGetNodes),
      TILEC_HOST_ENTRY(cudaGraphGetRootNodes),
      TILEC_HOST_ENTRY(cudaGraphNodeGetType),
      TILEC_HOST_ENTRY(cudaGraphKernelNodeSetParams),
      TILEC_HOST_ENTRY(cudaGraphKernelNodeGetParams),
      TILEC_HOST_ENTRY(cudaGraphNodeSetParams),
      TILEC_HOST_ENTRY(cudaGraphInstantiate),
      {"cudaGraphInstantiateWithFlags", reinterpret_cast<void *>(&cudaGraphInstantiate)},
      TILEC_HOST_ENTRY(cudaGraphLaunch),
      TILEC_HOST_ENTRY(cudaGraphUpload),
      TILEC_HOST_ENTRY(cudaGraphExecDestroy),
      TILEC_HOST_ENTRY(cudaGraphExecUpdate),
      TILEC_HOST_ENTRY(cudaGraphExecKernelNodeSetParams),
      TILEC_HOST_ENTRY(cudaGraphExecNodeSetParams),
  };
  return entries;
}

} // namespace tilec::program::host
