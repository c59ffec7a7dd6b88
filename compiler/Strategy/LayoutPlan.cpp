// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/LayoutPlan.h"
#include "compiler/Strategy/TileAccess.h"
#include "dialects/Tile/IR/TileDialect.h"
#include <algorithm>

using namespace mlir;

namespace tilec::strategy {

layout::LinearLayout LayoutPlan::layoutOf(ArrayRef<int64_t> shape) const {
  return plainLayout({shape.begin(), shape.end()}, numWarps);
}

/// Elements a lane should hold before more warps help no further, and the most it should hold while there are warps
/// left.
static constexpr int64_t kWantedElementsPerLane = 8;
static constexpr int64_t kManyElementsPerLane = 32;
/// Up to this many warps each lane can have 255 registers.
static constexpr int64_t kWarpsWithAllRegisters = 8;
static constexpr int64_t kMaxWarps = 32;

static unsigned chooseWarps(int64_t elements) {
  int64_t lanes = layout::kLanesPerWarp;
  int64_t warps = std::clamp<int64_t>(elements / (lanes * kWantedElementsPerLane), 1, kWarpsWithAllRegisters);
  return std::clamp<int64_t>(elements / (lanes * kManyElementsPerLane), warps, kMaxWarps);
}

/// The warps that the kernel's hints ask for; hints are resolved, so at most one entry is left.
static std::optional<int64_t> hintedWarps(func::FuncOp kernel) {
  auto hints = kernel->getAttrOfType<ArrayAttr>("tile.hints");
  if (!hints || hints.empty())
    return std::nullopt;
  return cast<tile::HintsAttr>(hints[0]).getNumWorkerWarpsPerCta();
}

LayoutPlan planLayouts(func::FuncOp kernel) {
  int64_t largest = 1;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isa<RankedTensorType>(type))
        largest = std::max(largest, tile::elementCount(type));
  });
  return {unsigned(hintedWarps(kernel).value_or(chooseWarps(largest)))};
}

} // namespace tilec::strategy
