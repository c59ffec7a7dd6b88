// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/LaunchPlan.h"
#include "runtime/GridLimits.h"
#include "runtime/ModuleState.h"

#include <algorithm>
#include <limits>

namespace tilec::runtime {

namespace {

Error badGrid(const std::string &text) {
  return {"Kernel::launch", kBadGrid, "kBadGrid", text};
}

uint64_t ctasPerCluster(const manifest::Variant &v) {
  return uint64_t(v.cluster.x) * v.cluster.y * v.cluster.z;
}

Expected<Dim3> physicalGrid(const manifest::Variant &v, Dim3 logical, uint64_t residentCtas) {
  uint64_t x = uint64_t(logical.x) * v.cluster.x, y = uint64_t(logical.y) * v.cluster.y,
           z = uint64_t(logical.z) * v.cluster.z;
  if (v.grid.kind == manifest::GridRule::Kind::Persistent) {
    uint64_t resident = residentCtas / ctasPerCluster(v);
    // Saturates: the row of CTAs is never longer than what fits the device.
    uint64_t blocks =
        std::min<uint64_t>(uint64_t(logical.x) * logical.y, std::numeric_limits<uint32_t>::max()) * logical.z;
    x = std::min(std::max<uint64_t>(resident, 1), blocks) * ctasPerCluster(v);
    y = z = 1;
  }
  if (!isLaunchable(x, y, z))
    return badGrid(whyNotLaunchable(x, y, z, "CTAs"));
  return Dim3{uint32_t(x), uint32_t(y), uint32_t(z)};
}

/// Without a reason nobody reads the text.
Status refuse(const KernelState &kernel, size_t variant, size_t map, const std::string &why) {
  if (why.empty())
    return Error{"", kVariantFacts, "", ""};
  return Error{"Kernel::launch", kVariantFacts, "kVariantFacts",
               "variant " + std::to_string(variant) + " of kernel '" + kernel.description->displayName +
                   "' needs tensor map " + std::to_string(map) + ", which these arguments do not have: " + why};
}

} // namespace

Status LaunchTensorMaps::fill(KernelState &kernel, size_t variant, const PackedArguments &arguments, Dim3 grid,
                              bool explain) {
  std::deque<TensorMapCache> &maps = kernel.tensorMaps[variant];
  if (maps.empty())
    return {};
  grid = kernel.choice->gridOf(variant, arguments, grid).value_or(Dim3{0, 0, 0});
  if (maps.size() > few.size())
    many.resize(maps.size());
  const DriverTable &driver = *kernel.module->context->driver;
  for (size_t i = 0; i < maps.size(); ++i)
    if (!maps[i].get(driver, arguments, grid, (*this)[i]))
      return refuse(kernel, variant, i, explain ? maps[i].whyNot(driver, arguments, grid) : "");
  return {};
}

Expected<size_t> chooseVariant(KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments,
                               LaunchTensorMaps &maps) {
  std::optional<size_t> wanted = options.variant;
  if (!wanted && kernel.pinned)
    wanted = std::min(*kernel.pinned, kernel.functions.size() - 1);
  if (wanted) {
    if (Status status = kernel.choice->check(*wanted, arguments, options.grid); !status)
      return status;
    if (Status status = maps.fill(kernel, *wanted, arguments, options.grid, /*explain=*/true); !status)
      return status;
    return *wanted;
  }
  size_t index = kernel.choice->choose(arguments, options.grid);
  while (!maps.fill(kernel, index, arguments, options.grid, /*explain=*/false))
    index = kernel.choice->choose(arguments, options.grid, index + 1);
  return index;
}

void HiddenArguments::appendTo(PackedArguments &arguments, const manifest::Variant &variant) {
  for (const manifest::HiddenParameter &hidden : variant.hiddenParameters)
    switch (hidden.kind) {
    case manifest::HiddenParameter::Kind::LogicalGrid:
      arguments.append(&grid);
      break;
    case manifest::HiddenParameter::Kind::Workspace:
      arguments.append(&workspace);
      break;
    case manifest::HiddenParameter::Kind::TensorMap:
      arguments.append(&tensorMaps[hidden.tensorMap]);
      break;
    }
}

Status checkGrid(Dim3 grid) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    return badGrid("expected a grid of at least 1 tile block in each dimension, got " +
                   gridText(grid.x, grid.y, grid.z));
  return {};
}

Expected<LaunchPlan> planVariant(const KernelState &kernel, size_t index, const PackedArguments &arguments, Dim3 grid) {
  LaunchPlan plan;
  plan.index = index;
  plan.variant = &kernel.description->variants[index];
  plan.function = kernel.functions[index];
  grid = kernel.choice->gridOf(index, arguments, grid).value_or(grid);
  const manifest::Dim3 &parts = plan.variant->grid.parts, &joined = plan.variant->grid.joined;
  // Facts keep grids small enough.
  plan.blocks = {grid.x * parts.x / joined.x, grid.y * parts.y / joined.y, grid.z * parts.z / joined.z};
  auto physical = physicalGrid(*plan.variant, plan.blocks, kernel.residentCtas[index]);
  if (!physical)
    return physical.error();
  plan.grid = *physical;
  plan.workspaceBytes =
      size_t(std::max<int64_t>(evaluate(plan.variant->workspace.bytes, arguments, grid).value_or(0), 0));
  return plan;
}

Expected<LaunchPlan> planLaunch(KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments,
                                LaunchTensorMaps &maps) {
  if (Status status = checkGrid(options.grid); !status)
    return status.error();
  auto index = chooseVariant(kernel, options, arguments, maps);
  if (!index)
    return index.error();
  return planVariant(kernel, *index, arguments, options.grid);
}

LaunchAttributes attributesOf(const manifest::Variant &v, const LaunchOptions &options) {
  LaunchAttributes attributes;
  if (uint64_t(v.cluster.x) * v.cluster.y * v.cluster.z > 1)
    attributes.add(cu::kClusterDimension).clusterDimension = {v.cluster.x, v.cluster.y, v.cluster.z};
  if (options.programmaticDependentLaunch && v.programmaticLaunch)
    attributes.add(cu::kProgrammaticStreamSerialization).programmaticStreamSerializationAllowed = 1;
  if (options.sharedMemoryCarveout)
    attributes.add(cu::kPreferredSharedMemoryCarveout).sharedMemoryCarveout = unsigned(*options.sharedMemoryCarveout);
  return attributes;
}

cu::LaunchConfig configOf(const LaunchPlan &plan, const LaunchOptions &options, LaunchAttributes &attributes) {
  return {plan.grid.x,
          plan.grid.y,
          plan.grid.z,
          plan.variant->threadsPerCta,
          1,
          1,
          plan.variant->dynamicSharedBytes,
          options.stream ? options.stream->native() : nullptr,
          attributes.list,
          attributes.count};
}

} // namespace tilec::runtime
