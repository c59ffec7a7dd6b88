// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches: chooses the variant, lays out parameters, fills the launch attributes.
#include "runtime/Arguments.h"
#include "runtime/ModuleState.h"

#include <algorithm>
#include <limits>

namespace tilec::runtime {

namespace {

/// Everything one launch needs, decided before the driver is called.
struct LaunchPlan {
  size_t index = 0;
  const manifest::Variant *variant = nullptr;
  cu::FunctionHandle function = nullptr;
  Dim3 grid;                 ///< in CTAs
  size_t workspaceBytes = 0; ///< 0 = none
};

Error badGrid(const std::string &text) {
  return {"Kernel::launch", kBadGrid, "kBadGrid", text};
}

std::string toText(uint64_t x, uint64_t y, uint64_t z) {
  return std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z);
}

uint64_t ctasPerCluster(const manifest::Variant &v) {
  return uint64_t(v.cluster.x) * v.cluster.y * v.cluster.z;
}

Expected<Dim3> physicalGrid(const manifest::Variant &v, Dim3 logical, int multiprocessors) {
  uint64_t x = uint64_t(logical.x) * v.cluster.x, y = uint64_t(logical.y) * v.cluster.y,
           z = uint64_t(logical.z) * v.cluster.z;
  if (v.grid.kind == manifest::GridRule::Kind::Persistent) {
    uint64_t resident = uint64_t(multiprocessors) * v.grid.ctasPerMultiprocessor / ctasPerCluster(v);
    // Saturates: the row of CTAs is never longer than what fits the device.
    uint64_t blocks =
        std::min<uint64_t>(uint64_t(logical.x) * logical.y, std::numeric_limits<uint32_t>::max()) * logical.z;
    x = std::min(std::max<uint64_t>(resident, 1), blocks) * ctasPerCluster(v);
    y = z = 1;
  }
  constexpr uint64_t kMaxX = std::numeric_limits<int32_t>::max(), kMaxYZ = 65535;
  if (x > kMaxX || y > kMaxYZ || z > kMaxYZ)
    return badGrid("expected a grid of at most " + toText(kMaxX, kMaxYZ, kMaxYZ) + " CTAs, got " + toText(x, y, z));
  return Dim3{uint32_t(x), uint32_t(y), uint32_t(z)};
}

/// The variant that the options or the environment name, or else the first whose facts hold.
Expected<size_t> choose(const KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments) {
  std::optional<size_t> wanted = options.variant;
  if (!wanted && kernel.pinned)
    wanted = std::min(*kernel.pinned, kernel.functions.size() - 1);
  if (!wanted)
    return kernel.choice->choose(arguments, options.grid);
  if (Status status = kernel.choice->check(*wanted, arguments, options.grid); !status)
    return status;
  return *wanted;
}

Expected<LaunchPlan> plan(const KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments) {
  Dim3 grid = options.grid;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    return badGrid("expected a grid of at least 1 tile block in each dimension, got " + toText(grid.x, grid.y, grid.z));
  LaunchPlan plan;
  auto index = choose(kernel, options, arguments);
  if (!index)
    return index.error();
  plan.index = *index;
  plan.variant = &kernel.description->variants[*index];
  plan.function = kernel.functions[*index];
  auto physical = physicalGrid(*plan.variant, grid, kernel.module->context->device.multiprocessors());
  if (!physical)
    return physical.error();
  plan.grid = *physical;
  plan.workspaceBytes =
      size_t(std::max<int64_t>(evaluate(plan.variant->workspace.bytes, arguments, grid).value_or(0), 0));
  return plan;
}

/// Attributes of one launch; at most one of each kind.
struct Attributes {
  cu::LaunchAttribute list[3] = {};
  unsigned count = 0;

  cu::LaunchAttributeValue &add(cu::LaunchAttributeId id) {
    list[count].id = id;
    return list[count++].value;
  }
};

Attributes attributesOf(const manifest::Variant &v, const LaunchOptions &options) {
  Attributes attributes;
  if (ctasPerCluster(v) > 1)
    attributes.add(cu::kClusterDimension).clusterDimension = {v.cluster.x, v.cluster.y, v.cluster.z};
  if (options.programmaticDependentLaunch)
    attributes.add(cu::kProgrammaticStreamSerialization).programmaticStreamSerializationAllowed = 1;
  if (options.sharedMemoryCarveout)
    attributes.add(cu::kPreferredSharedMemoryCarveout).sharedMemoryCarveout = unsigned(*options.sharedMemoryCarveout);
  return attributes;
}

/// Queues the kernel itself; `workspace` is a device address or 0.
Status submit(const ContextScope &scope, const DriverTable &driver, const LaunchPlan &plan,
              const LaunchOptions &options, PackedArguments &arguments, cu::DeviceAddress workspace) {
  Dim3 logical = options.grid;
  for (const manifest::HiddenParameter &hidden : plan.variant->hiddenParameters)
    arguments.append(hidden.kind == manifest::HiddenParameter::Kind::LogicalGrid ? static_cast<void *>(&logical)
                                                                                 : &workspace);
  Attributes attributes = attributesOf(*plan.variant, options);
  cu::LaunchConfig config = {plan.grid.x,
                             plan.grid.y,
                             plan.grid.z,
                             plan.variant->threadsPerCta,
                             1,
                             1,
                             plan.variant->dynamicSharedBytes,
                             options.stream ? options.stream->native() : nullptr,
                             attributes.list,
                             attributes.count};
  return scope.call(driver.launchKernel, &config, plan.function, arguments.pointers().data(), nullptr);
}

/// Workspace that lives in the stream for one launch; in a captured stream it becomes part of the graph.
Status launchWithWorkspace(const ContextScope &scope, const DriverTable &driver, const LaunchPlan &plan,
                           const LaunchOptions &options, PackedArguments &arguments) {
  cu::StreamHandle stream = options.stream ? options.stream->native() : nullptr;
  cu::DeviceAddress workspace = 0;
  if (Status status = scope.call(driver.memoryAllocateAsync, &workspace, plan.workspaceBytes, stream); !status)
    return status;
  Status done;
  if (plan.variant->workspace.zeroed)
    done = scope.call(driver.fillAsync, workspace, (unsigned char)0, plan.workspaceBytes, stream);
  if (done)
    done = submit(scope, driver, plan, options, arguments, workspace);
  Status freed = scope.call(driver.memoryFreeAsync, workspace, stream);
  return done ? freed : done;
}

} // namespace

const manifest::Kernel &Kernel::manifest() const {
  return *state->description;
}

std::optional<size_t> Kernel::lastVariant() const {
  size_t last = state->lastVariant.load(std::memory_order_relaxed);
  return last == kLastVariant ? std::nullopt : std::optional(last);
}

Expected<size_t> Kernel::selectVariant(const LaunchOptions &options, std::span<const Argument> arguments) const {
  PackedArguments packed(*state->description);
  if (Status status = pack(*state->description, arguments, packed); !status)
    return status;
  return choose(*state, options, packed);
}

Status Kernel::launch(const LaunchOptions &options, std::span<const Argument> arguments) const {
  if (options.sharedMemoryCarveout && (*options.sharedMemoryCarveout < 0 || *options.sharedMemoryCarveout > 100))
    return Error{"Kernel::launch", kSharedMemory, "kSharedMemory",
                 "expected a carveout of 0 to 100 percent, got " + std::to_string(*options.sharedMemoryCarveout)};
  PackedArguments packed(*state->description, state->hiddenParameters);
  if (Status status = pack(*state->description, arguments, packed); !status)
    return status;
  auto planned = plan(*state, options, packed);
  if (!planned)
    return planned.error();
  const ContextState &context = *state->module->context;
  ContextScope scope(context);
  Status done = planned->workspaceBytes ? launchWithWorkspace(scope, *context.driver, *planned, options, packed)
                                        : submit(scope, *context.driver, *planned, options, packed, 0);
  if (done)
    state->lastVariant.store(planned->index, std::memory_order_relaxed);
  return done;
}

} // namespace tilec::runtime
