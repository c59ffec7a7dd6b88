// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Nodes of graphs that launch tile kernels on a GPU. Graphs and nodes are the driver's as much as the runtime's, so
/// the tilec runtime makes and changes these nodes by the driver.
#include "runtime/Program/Device/DeviceModules.h"
#include "runtime/Program/Device/Functions.h"
#include "runtime/Program/Device/Launches.h"
#include "runtime/Program/Mode.h"

#include <vector>

namespace tilec::program::device {

namespace {

/// What the two forms of parameters of a kernel node, cudaKernelNodeParams and cudaKernelNodeParamsV2, say alike.
struct NodeParameters {
  dim3 grid, block;
  void **arguments;
  void **packed;
};

template <typename Parameters> NodeParameters read(const Parameters &parameters) {
  auto extent = [](const auto &of) { return dim3(of.x, of.y, of.z); };
  return {extent(parameters.gridDim), extent(parameters.blockDim), parameters.kernelParams, parameters.extra};
}

/// Calls `use` with what a launch by the tilec runtime needs; gives what the program is to be told.
template <typename Use> cudaError_t withLaunch(const Kernel &kernel, const NodeParameters &parameters, Use &&use) {
  if (!parameters.arguments && parameters.packed)
    return setLastError(cudaErrorNotSupported);
  if (parameters.block.x != 1 || parameters.block.y != 1 || parameters.block.z != 1)
    return setLastError(cudaErrorInvalidConfiguration);
  cudaError_t error = cudaSuccess;
  const LoadedKernel *loaded = kernel.module->device->kernel(kernel.symbol, error);
  if (!loaded)
    return setLastError(error);
  runtime::LaunchOptions options;
  options.grid = {parameters.grid.x, parameters.grid.y, parameters.grid.z};
  size_t count = loaded->kernel.manifest().parameters.size();
  runtime::Status status = use(loaded->kernel, options, std::span<void *const>(parameters.arguments, count));
  return setLastError(status ? cudaSuccess : errorOf(status.error()));
}

cudaError_t addNode(const Kernel &kernel, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                    size_t count, const NodeParameters &parameters) {
  if (!node || (count && !dependencies))
    return setLastError(cudaErrorInvalidValue);
  std::vector<void *> before(dependencies, dependencies + count);
  return withLaunch(kernel, parameters,
                    [&](const auto &loaded, const auto &options, auto arguments) -> runtime::Status {
                      auto added = loaded.addNode(graph, before, options, arguments);
                      if (!added)
                        return added.error();
                      *node = static_cast<cudaGraphNode_t>(*added);
                      return {};
                    });
}

cudaError_t setNode(const Kernel &kernel, cudaGraphNode_t node, const NodeParameters &parameters) {
  return withLaunch(kernel, parameters, [&](const auto &loaded, const auto &options, auto arguments) {
    return loaded.setNode(node, options, arguments);
  });
}

cudaError_t setNodeOfExec(const Kernel &kernel, cudaGraphExec_t exec, cudaGraphNode_t node,
                          const NodeParameters &parameters) {
  return withLaunch(kernel, parameters, [&](const auto &loaded, const auto &options, auto arguments) {
    return loaded.setNodeOfExec(exec, node, options, arguments);
  });
}

/// The tile kernel that the parameters of a node of any type name; null if they name none.
const Kernel *kernelOfNode(const cudaGraphNodeParams *parameters) {
  bool isKernel = parameters && parameters->type == cudaGraphNodeTypeKernel;
  return isKernel ? tileKernel(parameters->kernel.func) : nullptr;
}

/// A tile kernel that a node launches.
struct NodeOfTile {
  const Kernel *kernel;
  runtime::NodeLaunch launch;
};

std::optional<NodeOfTile> tileLaunchOf(cudaGraphNode_t node) {
  for (Module *module : tileModules())
    if (auto found = module->device->launchOf(node))
      if (const Kernel *kernel = findKernel(*module, found->first))
        return NodeOfTile{kernel, found->second};
  return std::nullopt;
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const cudaKernelNodeParams *parameters) {
  if (const Kernel *kernel = parameters ? tileKernel(parameters->func) : nullptr)
    return addNode(*kernel, node, graph, dependencies, count, read(*parameters));
  return TILEC_CUDA_RUNTIME(cudaGraphAddKernelNode)(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *parameters) {
  if (const Kernel *kernel = parameters ? tileKernel(parameters->func) : nullptr)
    return setNode(*kernel, node, read(*parameters));
  return TILEC_CUDA_RUNTIME(cudaGraphKernelNodeSetParams)(node, parameters);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams *parameters) {
  if (const Kernel *kernel = parameters ? tileKernel(parameters->func) : nullptr)
    return setNodeOfExec(*kernel, exec, node, read(*parameters));
  return TILEC_CUDA_RUNTIME(cudaGraphExecKernelNodeSetParams)(exec, node, parameters);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *parameters) {
  std::optional<NodeOfTile> found = parameters ? tileLaunchOf(node) : std::nullopt;
  if (!found)
    return TILEC_CUDA_RUNTIME(cudaGraphKernelNodeGetParams)(node, parameters);
  *parameters = {};
  parameters->func = const_cast<void *>(found->kernel->stub);
  parameters->gridDim = {found->launch.grid.x, found->launch.grid.y, found->launch.grid.z};
  parameters->blockDim = {1, 1, 1};
  parameters->kernelParams = const_cast<void **>(found->launch.arguments.data());
  return cudaSuccess;
}

/// Edges that let a kernel begin before the one ahead has ended become full ones: tile kernels do not wait themselves.
cudaError_t cudaGraphAddNode13(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                               const cudaGraphEdgeData *edges, size_t count, cudaGraphNodeParams *parameters) {
  if (const Kernel *kernel = kernelOfNode(parameters))
    return addNode(*kernel, node, graph, dependencies, count, read(parameters->kernel));
  const char *name = isVersion12() ? "cudaGraphAddNode_v2" : "cudaGraphAddNode";
  return cudaRuntime<decltype(cudaGraphAddNode13)>(name)(node, graph, dependencies, edges, count, parameters);
}

cudaError_t cudaGraphAddNode12(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                               size_t count, cudaGraphNodeParams *parameters) {
  if (const Kernel *kernel = kernelOfNode(parameters))
    return addNode(*kernel, node, graph, dependencies, count, read(parameters->kernel));
  return cudaRuntime<decltype(cudaGraphAddNode12)>("cudaGraphAddNode")(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *parameters) {
  if (const Kernel *kernel = kernelOfNode(parameters))
    return setNode(*kernel, node, read(parameters->kernel));
  return TILEC_CUDA_RUNTIME(cudaGraphNodeSetParams)(node, parameters);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeParams *parameters) {
  if (const Kernel *kernel = kernelOfNode(parameters))
    return setNodeOfExec(*kernel, exec, node, read(parameters->kernel));
  return TILEC_CUDA_RUNTIME(cudaGraphExecNodeSetParams)(exec, node, parameters);
}

} // namespace

std::span<const Entry> graphEntries() {
  static const Entry entries[] = {
      TILEC_DEVICE_ENTRY(cudaGraphAddKernelNode),
      TILEC_DEVICE_ENTRY(cudaGraphKernelNodeSetParams),
      TILEC_DEVICE_ENTRY(cudaGraphKernelNodeGetParams),
      TILEC_DEVICE_ENTRY(cudaGraphExecKernelNodeSetParams),
      {"cudaGraphAddNode",
       isVersion12() ? reinterpret_cast<void *>(&cudaGraphAddNode12) : reinterpret_cast<void *>(&cudaGraphAddNode13)},
      {"cudaGraphAddNode_v2", reinterpret_cast<void *>(&cudaGraphAddNode13)},
      TILEC_DEVICE_ENTRY(cudaGraphNodeSetParams),
      TILEC_DEVICE_ENTRY(cudaGraphExecNodeSetParams),
  };
  return entries;
}

} // namespace tilec::program::device
