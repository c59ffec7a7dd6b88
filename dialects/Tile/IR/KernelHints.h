// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hints of a kernel.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// Null without hints. They are resolved, so at most one entry is left.
inline HintsAttr hintsOf(mlir::func::FuncOp kernel) {
  auto hints = kernel->getAttrOfType<mlir::ArrayAttr>("tile.hints");
  return hints && !hints.empty() ? mlir::cast<HintsAttr>(hints[0]) : HintsAttr();
}

/// CTAs that the user wants to share a tile block.
inline int64_t hintedCtas(mlir::func::FuncOp kernel) {
  HintsAttr hints = hintsOf(kernel);
  return hints ? hints.getNumCtaInCga().value_or(1) : 1;
}

} // namespace tilec::tile
