// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches: what LaunchPlan decided goes to the driver, with workspace and hidden parameters.
#include "runtime/LaunchPlan.h"
#include "runtime/ModuleState.h"

#include <algorithm>

namespace tilec::runtime {

namespace {

/// Queues the kernel itself.
Status submit(const ContextScope &scope, const DriverTable &driver, const LaunchPlan &plan,
              const LaunchOptions &options, PackedArguments &arguments, HiddenArguments &hiddenArguments) {
  hiddenArguments.appendTo(arguments, *plan.variant);
  LaunchAttributes attributes = attributesOf(*plan.variant, options);
  cu::LaunchConfig config = configOf(plan, options, attributes);
  return scope.call(driver.launchKernel, &config, plan.function, arguments.pointers().data(), nullptr);
}

/// Workspace that stays zero: the stream's own, if it has one.
cu::DeviceAddress keptWorkspace(const ContextScope &scope, const ContextState &context, const LaunchPlan &plan,
                                const LaunchOptions &options) {
  bool mayBeKept = plan.variant->workspace.staysZero && plan.workspaceBytes <= WorkspacePool::kKeptBytes;
  if (!mayBeKept || !scope.isEntered())
    return 0;
  cu::StreamHandle stream = options.stream ? options.stream->native() : nullptr;
  return context.workspaces.getKept(*context.driver, context.device.ordinal(), stream);
}

/// Workspace that lives in the stream for one launch; in a captured stream it becomes part of the graph.
Status launchWithWorkspace(const ContextScope &scope, const ContextState &context, const LaunchPlan &plan,
                           const LaunchOptions &options, PackedArguments &arguments, HiddenArguments &hidden) {
  const DriverTable &driver = *context.driver;
  auto pool = context.workspaces.get(driver, context.device.ordinal());
  if (!pool)
    return pool.error();
  cu::StreamHandle stream = options.stream ? options.stream->native() : nullptr;
  cu::DeviceAddress &workspace = hidden.workspace;
  if (Status status = scope.call(driver.memoryAllocateAsync, &workspace, plan.workspaceBytes, *pool, stream); !status)
    return status;
  Status done;
  if (plan.variant->workspace.zeroed)
    done = scope.call(driver.fillAsync, workspace, (unsigned char)0, plan.workspaceBytes, stream);
  if (done)
    done = submit(scope, driver, plan, options, arguments, hidden);
  Status freed = scope.call(driver.memoryFreeAsync, workspace, stream);
  return done ? freed : done;
}

/// A launch that is unlike the latest one, which it becomes.
Status launchAnew(KernelState &kernel, const ContextState &context, const LaunchOptions &options,
                  PackedArguments &arguments, size_t &variant) {
  LaunchTensorMaps maps;
  ContextScope scope(context);
  auto planned = planLaunch(kernel, options, arguments, maps);
  if (!planned)
    return planned.error();
  variant = planned->index;
  HiddenArguments hidden{maps, planned->blocks};
  if ((hidden.workspace = keptWorkspace(scope, context, *planned, options)))
    return submit(scope, *context.driver, *planned, options, arguments, hidden);
  if (planned->workspaceBytes)
    return launchWithWorkspace(scope, context, *planned, options, arguments, hidden);
  Status done = submit(scope, *context.driver, *planned, options, arguments, hidden);
  // Where a variant was passed over for want of a tensor map, the driver may give one the next time.
  bool isFirstChoice = options.variant || kernel.pinned || kernel.choice->choose(arguments, options.grid) == variant;
  if (done && isFirstChoice)
    kernel.latest.remember(*planned, arguments, options, maps.first(planned->variant->tensorMaps.size()));
  return done;
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
  LaunchTensorMaps maps;
  ContextScope scope(*state->module->context);
  return chooseVariant(*state, options, packed, maps);
}

/// `arguments` are values, their addresses, or words.
template <class Arguments> Status Kernel::launchWith(const LaunchOptions &options, Arguments arguments) const {
  if (options.sharedMemoryCarveout && (*options.sharedMemoryCarveout < 0 || *options.sharedMemoryCarveout > 100))
    return Error{"Kernel::launch", kSharedMemory, "kSharedMemory",
                 "expected a carveout of 0 to 100 percent, got " + std::to_string(*options.sharedMemoryCarveout)};
  PackedArguments packed(*state->description, state->hiddenParameters);
  if (Status status = pack(*state->description, arguments, packed); !status)
    return status;
  const ContextState &context = *state->module->context;
  size_t variant = 0;
  std::optional<Status> repeated = state->latest.repeat(context, packed, options, variant);
  Status done = repeated ? *repeated : launchAnew(*state, context, options, packed, variant);
  if (done)
    state->lastVariant.store(variant, std::memory_order_relaxed);
  return done;
}

Status Kernel::launch(const LaunchOptions &options, std::span<const Argument> arguments) const {
  return launchWith(options, arguments);
}

Status Kernel::launchAddresses(const LaunchOptions &options, std::span<void *const> arguments) const {
  return launchWith(options, arguments);
}

Status Kernel::launchWords(const LaunchOptions &options, const void *words) const {
  return launchWith(options, words);
}

void *Kernel::native(size_t variant) const {
  return state->functions[variant];
}

Expected<int> Kernel::attribute(int attribute, size_t variant) const {
  const ContextState &context = *state->module->context;
  int value = 0;
  if (Status status = ContextScope(context).call(context.driver->functionGetAttribute, &value,
                                                 cu::FunctionAttribute(attribute), state->functions[variant]);
      !status)
    return status;
  return value;
}

Expected<int> Kernel::residentBlocks(size_t index) const {
  const ContextState &context = *state->module->context;
  const manifest::Variant &variant = state->description->variants[index];
  int ctas = 0;
  if (Status status = ContextScope(context).call(context.driver->maxActiveCtas, &ctas, state->functions[index],
                                                 int(variant.threadsPerCta), size_t(variant.dynamicSharedBytes));
      !status)
    return status;
  int ctasOfBlock = int(variant.cluster.x * variant.cluster.y * variant.cluster.z);
  return ctas > 0 ? std::max(1, ctas / ctasOfBlock) : 0;
}

} // namespace tilec::runtime
