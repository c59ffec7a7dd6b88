// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel moves between lanes, and what that costs.
#pragma once

#include "compiler/Strategy/LayoutCost.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// Cycles of what moves elements between places.
template <typename Op> double cyclesOfMove(Op op) {
  return strategy::transferCycles(op.plan(), LayoutAttr::of(op.getType()).size(layout::Place::Warp));
}

/// A remark for each move of the preferred variant, and for each variant their sum: variants differ where alignment
/// makes other layouts the best.
void reportMoves(mlir::func::FuncOp kernel);

} // namespace tilec::tile_gpu
