// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernel nodes of graphs. A launch with workspace would be several nodes, of which none can be changed alone. So a
/// node takes a variant without: the last one always is.
#include "runtime/LaunchPlan.h"
#include "runtime/ModuleState.h"

#include <algorithm>

namespace tilec::runtime {

namespace {

/// One launch in the form that nodes take.
struct NodePlan {
  explicit NodePlan(const KernelState &kernel) : packed(*kernel.description, kernel.hiddenParameters) {}
  NodePlan(const NodePlan &) = delete;

  /// `cluster`: the one that the node has to keep.
  Status make(KernelState &kernel, const LaunchOptions &options, std::span<void *const> arguments,
              std::optional<Dim3> cluster);
  cu::KernelNodeParameters parameters();

  PackedArguments packed;
  LaunchTensorMaps maps;
  HiddenArguments hidden{maps, {}};
  LaunchPlan plan;
};

Error noVariant(const KernelState &kernel, Dim3 cluster) {
  return {"Kernel::setNodeOfExec", kNoVariant, "kNoVariant",
          "kernel '" + kernel.description->displayName + "' has no variant with clusters of " +
              std::to_string(cluster.x) + "x" + std::to_string(cluster.y) + "x" + std::to_string(cluster.z) +
              " CTAs, which the node keeps"};
}

/// A grid of the source's tile blocks for which a variant has the grid `own`. Of a variant with a numbering, whose own
/// grid is a box, it is one of those that sources number: of one dimension first. Nothing if none of them has the box.
std::optional<Dim3> sourceGrid(const KernelState &kernel, size_t variant, const PackedArguments &arguments, Dim3 own) {
  for (Dim3 grid : {Dim3{own.x * own.y * own.z, 1, 1}, Dim3{own.x * own.y, own.z, 1}, Dim3{own.x * own.y, 1, own.z},
                    own, Dim3{own.y, own.x, own.z}})
    if (kernel.choice->gridOf(variant, arguments, grid) == own)
      return grid;
  return std::nullopt;
}

Status NodePlan::make(KernelState &kernel, const LaunchOptions &options, std::span<void *const> arguments,
                      std::optional<Dim3> cluster) {
  if (Status status = pack(*kernel.description, arguments, packed); !status)
    return status;
  if (Status status = checkGrid(options.grid); !status)
    return status;
  size_t last = kernel.functions.size() - 1;
  size_t from = std::min(options.variant.value_or(kernel.pinned.value_or(0)), last);
  for (size_t index = from; index <= last; ++index) {
    index = kernel.choice->choose(packed, options.grid, index);
    const manifest::Variant &variant = kernel.description->variants[index];
    if (cluster && variant.cluster != *cluster)
      continue;
    // A node keeps its variant's grid, and is asked for the source's.
    if (variant.isNumbered() &&
        sourceGrid(kernel, index, packed, *kernel.choice->gridOf(index, packed, options.grid)) != options.grid)
      continue;
    auto planned = planVariant(kernel, index, packed, options.grid);
    if (!planned)
      return planned.error();
    bool isOneNode = planned->workspaceBytes == 0;
    if (isOneNode && maps.fill(kernel, index, packed, options.grid, /*explain=*/false)) {
      plan = *planned;
      hidden.grid = plan.blocks;
      hidden.appendTo(packed, variant);
      return {};
    }
  }
  return noVariant(kernel, cluster.value_or(Dim3{}));
}

cu::KernelNodeParameters NodePlan::parameters() {
  return {.function = plan.function,
          .gridX = plan.grid.x,
          .gridY = plan.grid.y,
          .gridZ = plan.grid.z,
          .blockX = plan.variant->threadsPerCta,
          .blockY = 1,
          .blockZ = 1,
          .dynamicSharedBytes = plan.variant->dynamicSharedBytes,
          .parameters = packed.pointers().data(),
          .extra = nullptr,
          .kernel = nullptr,
          .context = nullptr};
}

/// The node's clusters; a node that was given none has those of one CTA.
Expected<Dim3> clusterOf(const ContextScope &scope, const DriverTable &driver, cu::GraphNodeHandle node) {
  cu::LaunchAttributeValue value = {};
  if (Status status = scope.call(driver.kernelNodeGetAttribute, node, cu::kClusterDimension, &value); !status)
    return status.error();
  auto [x, y, z] = value.clusterDimension;
  return Dim3{std::max(x, 1u), std::max(y, 1u), std::max(z, 1u)};
}

Status setCluster(const ContextScope &scope, const DriverTable &driver, cu::GraphNodeHandle node, Dim3 cluster) {
  cu::LaunchAttributeValue value = {};
  value.clusterDimension = {cluster.x, cluster.y, cluster.z};
  return scope.call(driver.kernelNodeSetAttribute, node, cu::kClusterDimension, &value);
}

/// The grid of the kernel's own blocks of a launch of `variant`.
Dim3 gridOfBlocks(const manifest::Kernel &kernel, const manifest::Variant &variant,
                  const cu::KernelNodeParameters &node) {
  for (size_t i = 0; i < variant.hiddenParameters.size(); ++i)
    if (variant.hiddenParameters[i].kind == manifest::HiddenParameter::Kind::LogicalGrid)
      return *static_cast<const Dim3 *>(node.parameters[kernel.parameters.size() + i]);
  return {node.gridX / variant.cluster.x, node.gridY / variant.cluster.y,
          node.gridZ / variant.cluster.z};
}

/// The grid of tile blocks of the source; nothing if it cannot be told.
std::optional<Dim3> logicalGrid(const KernelState &kernel, size_t index, const cu::KernelNodeParameters &node) {
  const manifest::Variant &variant = kernel.description->variants[index];
  Dim3 blocks = gridOfBlocks(*kernel.description, variant, node);
  const manifest::Dim3 &parts = variant.grid.parts, &joined = variant.grid.joined;
  Dim3 own = {blocks.x * joined.x / parts.x, blocks.y * joined.y / parts.y, blocks.z * joined.z / parts.z};
  if (!variant.isNumbered())
    return own;
  PackedArguments packed(*kernel.description);
  if (!pack(*kernel.description, std::span(node.parameters, kernel.description->parameters.size()), packed))
    return std::nullopt;
  return sourceGrid(kernel, index, packed, own);
}

} // namespace

Expected<void *> Kernel::addNode(void *graph, std::span<void *const> dependencies, const LaunchOptions &options,
                                 std::span<void *const> arguments) const {
  const ContextState &context = *state->module->context;
  const DriverTable &driver = *context.driver;
  ContextScope scope(context);
  NodePlan node(*state);
  if (Status status = node.make(*state, options, arguments, std::nullopt); !status)
    return status.error();
  cu::KernelNodeParameters parameters = node.parameters();
  cu::GraphNodeHandle handle = nullptr;
  if (Status status =
          scope.call(driver.graphAddKernelNode, &handle, graph, dependencies.data(), dependencies.size(), &parameters);
      !status)
    return status.error();
  if (Dim3 cluster = node.plan.variant->cluster; cluster != Dim3{})
    if (Status status = setCluster(scope, driver, handle, cluster); !status)
      return status.error();
  return handle;
}

Status Kernel::setNode(void *node, const LaunchOptions &options, std::span<void *const> arguments) const {
  const ContextState &context = *state->module->context;
  const DriverTable &driver = *context.driver;
  ContextScope scope(context);
  NodePlan wanted(*state);
  if (Status status = wanted.make(*state, options, arguments, std::nullopt); !status)
    return status;
  auto present = clusterOf(scope, driver, node);
  if (!present)
    return present.error();
  cu::KernelNodeParameters parameters = wanted.parameters();
  if (Status status = scope.call(driver.kernelNodeSet, node, &parameters); !status)
    return status;
  Dim3 cluster = wanted.plan.variant->cluster;
  return cluster == *present ? Status() : setCluster(scope, driver, node, cluster);
}

Status Kernel::setNodeOfExec(void *exec, void *node, const LaunchOptions &options,
                             std::span<void *const> arguments) const {
  const ContextState &context = *state->module->context;
  const DriverTable &driver = *context.driver;
  ContextScope scope(context);
  auto cluster = clusterOf(scope, driver, node);
  if (!cluster)
    return cluster.error();
  NodePlan wanted(*state);
  if (Status status = wanted.make(*state, options, arguments, *cluster); !status)
    return status;
  cu::KernelNodeParameters parameters = wanted.parameters();
  return scope.call(driver.execKernelNodeSet, exec, node, &parameters);
}

std::optional<NodeLaunch> Kernel::launchOf(void *node) const {
  const ContextState &context = *state->module->context;
  cu::KernelNodeParameters parameters = {};
  if (!ContextScope(context).call(context.driver->kernelNodeGet, node, &parameters) || !parameters.parameters)
    return std::nullopt;
  const auto &functions = state->functions;
  auto found = std::find(functions.begin(), functions.end(), parameters.function);
  if (!parameters.function || found == functions.end())
    return std::nullopt;
  std::optional<Dim3> grid = logicalGrid(*state, size_t(found - functions.begin()), parameters);
  if (!grid)
    return std::nullopt;
  return NodeLaunch{*grid, {parameters.parameters, state->description->parameters.size()}};
}

} // namespace tilec::runtime
