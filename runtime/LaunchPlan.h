// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Everything one launch needs, decided before the driver is called: the variant, the grid in CTAs, tensor maps,
/// workspace, launch attributes. What is refused, and how that is said: of arguments, PackedArguments.h; of the grid,
/// GridLimits.h; of variants, VariantChoice.h.
#ifndef TILEC_RUNTIME_LAUNCHPLAN_H
#define TILEC_RUNTIME_LAUNCHPLAN_H

#include "runtime/ContextState.h"
#include "runtime/PackedArguments.h"

#include <array>

namespace tilec::runtime {

struct KernelState;

struct LaunchPlan {
  size_t index = 0;
  const manifest::Variant *variant = nullptr;
  cu::FunctionHandle function = nullptr;
  Dim3 blocks;               ///< the logical grid, in the variant's own blocks and numbers
  Dim3 grid;                 ///< in CTAs
  size_t workspaceBytes = 0; ///< 0 = none
};

/// Attributes of one launch; at most one of each kind.
struct LaunchAttributes {
  cu::LaunchAttribute list[3] = {};
  unsigned count = 0;

  cu::LaunchAttributeValue &add(cu::LaunchAttributeId id) {
    list[count].id = id;
    return list[count++].value;
  }
};

/// The tensor maps of one launch; they must stay where they are until it is queued.
class LaunchTensorMaps {
public:
  /// Fills in the maps of a variant that `grid` has: success, or which one these arguments have none for. The kernel's
  /// context is current: the driver looks addresses up there.
  Status fill(KernelState &kernel, size_t variant, const PackedArguments &arguments, Dim3 grid, bool explain);

  cu::TensorMap &operator[](size_t index) {
    return many.empty() ? few[index] : many[index];
  }
  std::span<const cu::TensorMap> first(size_t count) {
    return {&(*this)[0], count};
  }

private:
  std::array<cu::TensorMap, 8> few;
  std::vector<cu::TensorMap> many;
};

/// The arguments of a launch beside the source's.
struct HiddenArguments {
  LaunchTensorMaps &tensorMaps;
  Dim3 grid;
  cu::DeviceAddress workspace = 0;

  /// Appends those of a variant; they must stay where they are.
  void appendTo(PackedArguments &arguments, const manifest::Variant &variant);
};

/// The variant that the options or the environment name, or else the first whose facts hold and whose tensor maps there
/// are. Fills in its maps.
Expected<size_t> chooseVariant(KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments,
                               LaunchTensorMaps &maps);
/// Success, or that a grid of tile blocks is empty.
Status checkGrid(Dim3 grid);
/// A launch of one variant. Errors: a grid of CTAs that is too large.
Expected<LaunchPlan> planVariant(const KernelState &kernel, size_t index, const PackedArguments &arguments, Dim3 grid);
/// The kernel's context is current. Errors: a grid that is empty or too large, and those of `chooseVariant`.
Expected<LaunchPlan> planLaunch(KernelState &kernel, const LaunchOptions &options, const PackedArguments &arguments,
                                LaunchTensorMaps &maps);

LaunchAttributes attributesOf(const manifest::Variant &variant, const LaunchOptions &options);
cu::LaunchConfig configOf(const LaunchPlan &plan, const LaunchOptions &options, LaunchAttributes &attributes);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_LAUNCHPLAN_H
