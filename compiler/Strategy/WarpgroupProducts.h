// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ProductStrategy.cpp and FactorPlaces.cpp ask of products that wgmma may compute.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::strategy {

inline constexpr int64_t kRowsOfWarpgroup = 64;

/// A product's extents.
struct Extents {
  int64_t batch, m, n, k;
  explicit Extents(tile::MmaOp op) {
    llvm::ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), sum = tile::shapeOf(op.getType());
    batch = sum.size() == 3 ? sum.front() : 1;
    m = sum[sum.size() - 2];
    n = sum.back();
    k = a.back();
  }
};

/// What wgmma would multiply; null if it has no such product.
mlir::Type warpgroupFactor(mlir::Type factor, mlir::Type sum);

/// The product, if it had these extents; whatever registers it takes.
bool fitsWarpgroups(tile::MmaOp op, const Extents &extents, const Target &target);

/// What is stored for a tile, whatever renames it on its way.
mlir::Value storedTile(mlir::Value tile);

/// Below, a warpgroup waits longer for its sums than they take; unless it waits for memory anyway.
bool isWorthWarpgroups(tile::MmaOp op);

/// Elementwise from another product's sums, in one branch or another.
bool comesFromProduct(mlir::Value tile);

} // namespace tilec::strategy
