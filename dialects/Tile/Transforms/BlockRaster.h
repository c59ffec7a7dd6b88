// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order workers take the blocks of a grid: the numbers x, y, z of the block that stands at place b of the row
// of all blocks.
//
//   * as launched: x runs fastest, then y, then z;
//   * in groups, of a plane of constant z: kGroup neighbours in x, then the next y, until the plane's last; then the
//   next
//     group. What runs at one time on n CTAs is about kGroup x (n / kGroup) blocks, a rectangle: few rows of one
//     operand of a product and few columns of the other, which stay in L2.
//
//   * longest first, where blocks take longer along a dimension: the last number along it, then the one before it, and
//     so on, each with kGroup neighbours among the blocks that are as long (in the other two dimensions, of which the
//     lower one runs faster); then the next group. Blocks that take long at the end would leave CTAs idle; blocks of
//     all groups at one time (heads of attention) would read more than L2 holds.
//
//   gx = 10, kGroup = 4, gy = 2:   x  0 1 2 3 0 1 2 3  4 5 6 7 4 5 6 7  8 9 8 9
//                                  y  0 0 0 0 1 1 1 1  0 0 0 0 1 1 1 1  0 0 1 1
//
// All divisors stay the same as long as the kernel runs, or are powers of two: no division is left in the loop
// (ShareIntegerDivisors).
#pragma once

#include "dialects/Tile/Analysis/BlockLength.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <array>

namespace tilec::tile {

struct BlockOrder {
  bool inGroups = false;
  std::optional<LengthAxis> longestFirst;
};

/// Extents of the grid, and what becomes of them outside of the loop.
class BlockRaster {
public:
  /// Blocks of one group next to each other.
  static constexpr int64_t kGroup = 8;

  /// Creates what does not change from block to block.
  BlockRaster(mlir::ImplicitLocOpBuilder &builder, const BlockOrder &order);

  /// Number of blocks in the grid.
  mlir::Value blocks() const {
    return count;
  }
  /// x, y and z of the block at place `b`.
  std::array<mlir::Value, 3> at(mlir::ImplicitLocOpBuilder &builder, mlir::Value b) const;

private:
  std::array<mlir::Value, 3> longestFirst(mlir::ImplicitLocOpBuilder &builder, mlir::Value b) const;
  std::array<mlir::Value, 3> inPlanes(mlir::ImplicitLocOpBuilder &builder, mlir::Value b) const;

  BlockOrder order;
  std::array<mlir::Value, 3> extents;
  /// Of blocks that differ in z alone; where the longest come first, of those that are as long.
  mlir::Value plane;
  mlir::Value count;
};

} // namespace tilec::tile
