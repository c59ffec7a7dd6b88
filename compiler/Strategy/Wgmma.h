// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What MmaStrategy.cpp and OperandPlacement.cpp ask of MMAs that wgmma may compute.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::strategy {

inline constexpr int64_t kRowsOfWarpgroup = 64;

/// An MMA's extents.
struct Extents {
  int64_t batch, m, n, k;
  explicit Extents(tile::MmaOp op) {
    llvm::ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), accumulator = tile::shapeOf(op.getType());
    batch = accumulator.size() == 3 ? accumulator.front() : 1;
    m = accumulator[accumulator.size() - 2];
    n = accumulator.back();
    k = a.back();
  }
};

/// What wgmma would multiply; null if it has no such MMA.
mlir::Type wgmmaOperand(mlir::Type operandType, mlir::Type accumulator);

/// The MMA, if it had these extents; whatever registers it takes.
bool fitsWarpgroups(tile::MmaOp op, const Extents &extents, const Target &target);

/// What is stored for a tile, whatever renames it on its way.
mlir::Value storedTile(mlir::Value tile);

/// Below, a warpgroup waits longer for its accumulators than they take; unless it waits for memory anyway.
bool isWorthWarpgroups(tile::MmaOp op);

/// Each lane multiplies by itself: tensor cores would round the operands.
bool isOfLanes(tile::MmaOp op);

/// Elementwise from another MMA's accumulators, in one branch or another.
bool comesFromMma(mlir::Value tile);

} // namespace tilec::strategy
