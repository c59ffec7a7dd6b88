// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The runtime's functions for graphs, where kernels run on the CPU.
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/Handles.h"
#include "runtime/Program/Host/Streams.h"

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

cudaError_t makeKernelWork(const cudaKernelNodeParams *parameters, KernelWork &work) {
  if (!parameters)
    return cudaErrorInvalidValue;
  if (!parameters->kernelParams && parameters->extra)
    return cudaErrorNotSupported; // packed arguments
  return makeKernelWork(parameters->func,
                        {parameters->gridDim, parameters->blockDim, parameters->sharedMemBytes},
                        parameters->kernelParams, false, work);
}

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
    unsigned bytes = parameters ? parameters->elementSize : 0;
    if (bytes != 1 && bytes != 2 && bytes != 4)
      return cudaErrorInvalidValue;
    FillWork fill;
    fill.target = parameters->dst;
    fill.value = parameters->value;
    fill.elementBytes = bytes;
    fill.width = parameters->width;
    fill.height = parameters->height;
    fill.pitch = parameters->pitch;
    return addNode(node, graph, dependencies, count, fill);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 size_t count, const cudaHostNodeParams *parameters) {
  return call([&] {
    if (!parameters || !parameters->fn)
      return cudaErrorInvalidValue;
    return addNode(node, graph, dependencies, count, HostWork{parameters->fn, parameters->userData});
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                  size_t count) {
  return call([&] { return addNode(node, graph, dependencies, count, EmptyWork{}); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                       size_t count, cudaGraph_t child) {
  return call([&] {
    std::shared_ptr<Graph> inner = graphOf(child);
    return inner ? addNode(node, graph, dependencies, count, GraphWork{inner}) : cudaErrorInvalidValue;
  });
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

/// Of 12, without data of edges.
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
    if (!node || typeOf(nodeOf(node)->work) != cudaGraphNodeTypeKernel)
      return cudaErrorInvalidValue;
    if (cudaError_t error = makeKernelWork(parameters, work))
      return error;
    nodeOf(node)->work = std::move(work);
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
    std::shared_ptr<GraphExec> exec = ExecHandles::all().find(handle);
    GraphExec::Step *step = exec ? exec->find(nodeOf(node)) : nullptr;
    if (!step || typeOf(step->work) != cudaGraphNodeTypeKernel)
      return cudaErrorInvalidValue;
    KernelWork work;
    if (cudaError_t error = makeKernelWork(parameters, work))
      return error;
    step->work = std::move(work);
    return cudaSuccess;
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
      TILEC_HOST_ENTRY(cudaGraphInstantiate),
      {"cudaGraphInstantiateWithFlags", reinterpret_cast<void *>(&cudaGraphInstantiate)},
      TILEC_HOST_ENTRY(cudaGraphLaunch),
      TILEC_HOST_ENTRY(cudaGraphUpload),
      TILEC_HOST_ENTRY(cudaGraphExecDestroy),
      TILEC_HOST_ENTRY(cudaGraphExecUpdate),
      TILEC_HOST_ENTRY(cudaGraphExecKernelNodeSetParams),
  };
  return entries;
}

} // namespace tilec::program::host
