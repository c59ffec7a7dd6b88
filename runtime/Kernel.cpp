// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches: chooses the variant, lays out parameters, fills the launch attributes.
#include "runtime/LaunchPlan.h"
#include "runtime/ModuleState.h"

#include <algorithm>
#include <limits>

namespace tilec::runtime {

namespace {

Error badGrid(const std::string &text) {
  return {"Kernel::launch", kBadGrid, "kBadGrid", text};
}

std::string toText(uint64_t x, uint64_t y, uint64_t z) {
  return std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z);
}

uint64_t ctasPerCluster(const manifest::Variant &v) {
  return uint64_t(v.cluster.x) * v.cluster.y * v.cluster.z;
}

Expected<Dim3> physicalGrid(const manifest::Variant &v, Dim3 logical, uint64_t residentCtas) {
  uint64_t x = uint64_t(logical.x) * v.cluster.x / v.grid.blocksOfCta, y = uint64_t(logical.y) * v.cluster.y,
           z = uint64_t(logical.z) * v.cluster.z;
  if (v.grid.kind == manifest::GridRule::Kind::Persistent) {
    uint64_t resident = residentCtas / ctasPerCluster(v);
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

/// The tensor maps of one launch; they must stay where they are until it is queued.
class LaunchTensorMaps {
public:
  /// Fills in the maps of a variant: success, or which one these arguments have none for. The kernel's context is
  /// current: the driver looks addresses up there.
  Status fill(KernelState &kernel, size_t variant, const PackedArguments &arguments, Dim3 grid, bool explain) {
    std::deque<TensorMapCache> &maps = kernel.tensorMaps[variant];
    if (maps.size() > few.size())
      many.resize(maps.size());
    const DriverTable &driver = *kernel.module->context->driver;
    for (size_t i = 0; i < maps.size(); ++i)
      if (!maps[i].get(driver, arguments, grid, (*this)[i]))
        return refuse(kernel, variant, i, explain ? maps[i].whyNot(driver, arguments, grid) : "");
    return {};
  }
  cu::TensorMap &operator[](size_t index) {
    return many.empty() ? few[index] : many[index];
  }
  std::span<const cu::TensorMap> first(size_t count) {
    return {&(*this)[0], count};
  }

private:
  /// Without a reason nobody reads the text.
  static Status refuse(const KernelState &kernel, size_t variant, size_t map, const std::string &why) {
    if (why.empty())
      return Error{"", kVariantFacts, "", ""};
    return Error{"Kernel::launch", kVariantFacts, "kVariantFacts",
                 "variant " + std::to_string(variant) + " of kernel '" + kernel.description->displayName +
                     "' needs tensor map " + std::to_string(map) + ", which these arguments do not have: " + why};
  }

  std::array<cu::TensorMap, 8> few;
  std::vector<cu::TensorMap> many;
};

/// The variant that the options or the environment name, or else the first whose facts hold and whose tensor maps there
/// are.
Expected<size_t> choose(KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments,
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
  while (!kernel.tensorMaps[index].empty() && !maps.fill(kernel, index, arguments, options.grid, /*explain=*/false))
    index = kernel.choice->choose(arguments, options.grid, index + 1);
  return index;
}

Expected<LaunchPlan> plan(KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments,
                          LaunchTensorMaps &maps) {
  Dim3 grid = options.grid;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    return badGrid("expected a grid of at least 1 tile block in each dimension, got " + toText(grid.x, grid.y, grid.z));
  LaunchPlan plan;
  auto index = choose(kernel, options, arguments, maps);
  if (!index)
    return index.error();
  plan.index = *index;
  plan.variant = &kernel.description->variants[*index];
  plan.function = kernel.functions[*index];
  auto physical = physicalGrid(*plan.variant, grid, kernel.residentCtas[*index]);
  if (!physical)
    return physical.error();
  plan.grid = *physical;
  plan.workspaceBytes =
      size_t(std::max<int64_t>(evaluate(plan.variant->workspace.bytes, arguments, grid).value_or(0), 0));
  return plan;
}

/// The arguments of a launch beside the source's.
struct HiddenArguments {
  LaunchTensorMaps &tensorMaps;
  Dim3 grid;
  cu::DeviceAddress workspace = 0;

  void *find(const manifest::HiddenParameter &hidden) {
    switch (hidden.kind) {
    case manifest::HiddenParameter::Kind::LogicalGrid:
      return &grid;
    case manifest::HiddenParameter::Kind::Workspace:
      return &workspace;
    case manifest::HiddenParameter::Kind::TensorMap:
      return &tensorMaps[hidden.tensorMap];
    }
    return nullptr;
  }
};

/// Queues the kernel itself.
Status submit(const ContextScope &scope, const DriverTable &driver, const LaunchPlan &plan,
              const LaunchOptions &options, PackedArguments &arguments, HiddenArguments &hiddenArguments) {
  for (const manifest::HiddenParameter &hidden : plan.variant->hiddenParameters)
    arguments.append(hiddenArguments.find(hidden));
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
  auto planned = plan(kernel, options, arguments, maps);
  if (!planned)
    return planned.error();
  variant = planned->index;
  HiddenArguments hidden{maps, options.grid};
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
  return choose(*state, options, packed, maps);
}

Status Kernel::launch(const LaunchOptions &options, std::span<const Argument> arguments) const {
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

} // namespace tilec::runtime
