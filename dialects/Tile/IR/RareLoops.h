// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that hardly ever run: what others gain goes before their speed.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile {

/// Name of the attribute (unit) of such a loop.
inline constexpr llvm::StringLiteral kRareLoopAttr = "tile.rare";

/// `op` is such a loop, or inside of one.
inline bool isRare(mlir::Operation *op) {
  for (; op; op = op->getParentOp())
    if (op->hasAttr(kRareLoopAttr))
      return true;
  return false;
}

} // namespace tilec::tile
