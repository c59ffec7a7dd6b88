// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making a tile once more in another layout instead of converting it.
//
// Constants, iota, coordinates and splats can be had in any layout; elementwise ops if their operands can; broadcast,
// reshape and permute if their source can in the layout that fits; what is there in the wanted layout already costs
// nothing. Loads, reductions, atomics and what loops carry are never repeated. Each op counts as one, functions and
// divisions as eight, however often it is used. Small tiles that a loop around the conversion does not change are made
// once for many conversions: they count for little.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/Builders.h"

namespace tilec::tile_gpu {

/// Weighted count of the ops that make `tile` from nothing; none if there are more than `budget`, or if it cannot be.
std::optional<int64_t> repetitionOf(mlir::Value tile, int64_t budget);

class Rematerialization {
public:
  /// Every op behind `conversion` can be had so that its source has its layout, at `budget` ops or fewer.
  bool isPossible(ConvertLayoutOp conversion, int64_t budget) const;
  /// The tile in `layout`, its ops beside the old ones, each once for each layout.
  mlir::Value make(mlir::Value value, const layout::LinearLayout &layout);

private:
  mlir::Value build(mlir::Operation *op, const layout::LinearLayout &layout, mlir::RankedTensorType type);

  llvm::DenseMap<std::pair<mlir::Value, mlir::Type>, mlir::Value> made;
};

} // namespace tilec::tile_gpu
