// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Along which dimensions all elements of a tile are the same, by how the tile was made: splats, broadcasts, and
// elementwise ops on such.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tilec::tile {

/// A bit for each dimension of a tile.
using Dimensions = llvm::SmallBitVector;

class RepeatedDimensions {
public:
  /// Those with more than one element along which `tile` provably does not change.
  Dimensions of(mlir::Value tile);
  /// `tile` with extent 1 along such dimensions; its ops are built anew, each once.
  mlir::Value withOneAlong(mlir::OpBuilder &builder, mlir::Value tile, const Dimensions &along);

private:
  Dimensions changes(mlir::Value tile);
  Dimensions computeChanges(mlir::Value tile);
  mlir::Value build(mlir::OpBuilder &builder, mlir::Value tile, mlir::RankedTensorType narrow, const Dimensions &along);

  llvm::DenseMap<mlir::Value, Dimensions> known;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Type>, mlir::Value> made;
};

} // namespace tilec::tile
