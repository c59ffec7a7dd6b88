// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the hints of a kernel.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// The kernel's hints; null without. They are resolved, so at most one entry is left.
inline HintsAttr hintsOf(mlir::func::FuncOp kernel) {
  auto hints = kernel->getAttrOfType<mlir::ArrayAttr>("tile.hints");
  return hints && !hints.empty() ? mlir::cast<HintsAttr>(hints[0]) : HintsAttr();
}

/// The number of CTAs that share a tile block, as the user asks.
inline int64_t hintedCtas(mlir::func::FuncOp kernel) {
  HintsAttr hints = hintsOf(kernel);
  return hints ? hints.getNumCtaInCga().value_or(1) : 1;
}

/// The number of warps that work on a block, as the user asks.
inline std::optional<int64_t> hintedWarps(mlir::func::FuncOp kernel) {
  HintsAttr hints = hintsOf(kernel);
  return hints ? hints.getNumWorkerWarpsPerCta() : std::nullopt;
}

} // namespace tilec::tile
