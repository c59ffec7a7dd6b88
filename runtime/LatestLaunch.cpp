// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/LatestLaunch.h"

#include <algorithm>

namespace tilec::runtime {

bool LatestLaunch::isSame(const PackedArguments &arguments, const LaunchOptions &wanted) const {
  const Dim3 &a = options.grid, &b = wanted.grid;
  std::span<const uint64_t> values = arguments.words();
  return isThere && a.x == b.x && a.y == b.y && a.z == b.z && options.variant == wanted.variant &&
         options.programmaticDependentLaunch == wanted.programmaticDependentLaunch &&
         options.sharedMemoryCarveout == wanted.sharedMemoryCarveout &&
         std::equal(values.begin(), values.end(), words.begin(), words.end());
}

std::optional<Status> LatestLaunch::repeat(const ContextState &context, const PackedArguments &arguments,
                                           const LaunchOptions &wanted, size_t &variant) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock || !isSame(arguments, wanted))
    return std::nullopt;
  variant = plan.index;
  cu::LaunchConfig config = configOf(plan, wanted, attributes);
  return ContextScope(context).call(context.driver->launchKernel, &config, plan.function, pointers.data(), nullptr);
}

void *LatestLaunch::find(const manifest::HiddenParameter &hidden) {
  switch (hidden.kind) {
  case manifest::HiddenParameter::Kind::LogicalGrid:
    return &plan.blocks;
  case manifest::HiddenParameter::Kind::TensorMap:
    return &maps[hidden.tensorMap];
  case manifest::HiddenParameter::Kind::Workspace: // is another one each time
    break;
  }
  return nullptr;
}

void LatestLaunch::remember(const LaunchPlan &latest, const PackedArguments &arguments, const LaunchOptions &asked,
                            std::span<const cu::TensorMap> encoded) {
  std::lock_guard lock(mutex);
  std::span<const uint64_t> values = arguments.words();
  words.assign(values.begin(), values.end());
  maps.assign(encoded.begin(), encoded.end());
  options = asked;
  options.stream = nullptr;
  plan = latest;
  attributes = attributesOf(*plan.variant, options);
  pointers.clear();
  for (size_t i = 0; i < arguments.parameterCount(); ++i)
    pointers.push_back(words.data() + arguments.wordOf(i));
  for (const manifest::HiddenParameter &hidden : plan.variant->hiddenParameters)
    pointers.push_back(find(hidden));
  isThere = true;
}

} // namespace tilec::runtime
