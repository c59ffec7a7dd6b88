// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order workers take the blocks of a grid: the numbers x, y, z of the block that stands at place b of the row
// of all blocks.
//
//   * as launched: x runs fastest, then y, then z;
//   * in groups, of a plane of constant z: kGroup neighbours in x, then the next y, until the plane's last; then the
//     next group; or the same with y and x, so that neighbours share the larger operand: what multiprocessors next to
//     each other ask for at about the same time, L2 brings faster. On an H200 f16 in tiles of 256x64 takes 20 % less
//     time so than where they share the smaller one.
//     What runs at one time on n CTAs is about kGroup x (n / kGroup) blocks, a rectangle: few rows of one operand of an
//     MMA and few columns of the other, which stay in L2.
//
//   * longest first, where blocks take longer along a dimension: the last number along it, then the one before it, and
//     so on, each with kGroup neighbours among the blocks that are as long (in the other two dimensions, of which the
//     lower one runs faster); then the next group. Blocks that take long at the end would leave CTAs idle; blocks of
//     all groups at one time (heads of attention) would read more than L2 holds.
//
//   gx = 10, kGroup = 4, gy = 2:   x  0 1 2 3 0 1 2 3  4 5 6 7 4 5 6 7  8 9 8 9
//                                  y  0 0 0 0 1 1 1 1  0 0 0 0 1 1 1 1  0 0 1 1
//
// Where CTAs of a cluster take neighbours along x, a place in the row is one of so many blocks, and the CTA's rank says
// which of them is its own. What does not depend on x is then the same for all of them, and does not depend on the
// rank.
//
// All divisors stay the same as long as the kernel runs, or are powers of two: no division is left in the loop
// (ShareIntegerDivisors).
#pragma once

#include "dialects/Tile/Analysis/BlockLength.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <array>

namespace tilec::tile {

/// One operand depends on x of the block alone, the other on y alone: groups pay.
bool isOuterMma(MmaOp mma);

/// The operand that fills more bytes; null if none does.
mlir::Value largerOperand(MmaOp mma);

struct BlockOrder {
  bool inGroups = false;
  /// Of neighbours along this one: x or y.
  Dimension groupsAlong = Dimension::X;
  /// So many CTAs of a cluster take blocks next to each other along x, of which there are a multiple. Only in groups
  /// along x.
  int64_t multicast = 1;
  /// The grid has one dimension; as launched.
  bool isLine = false;
  std::optional<LengthAxis> longestFirst;
};

/// Extents of the grid, and what becomes of them outside of the loop.
class BlockRaster {
public:
  /// Blocks of one group next to each other.
  static constexpr int64_t kGroup = 8;

  /// Creates what does not change from block to block.
  BlockRaster(mlir::ImplicitLocOpBuilder &builder, const BlockOrder &order);

  /// Number of places in the row.
  mlir::Value blocks() const {
    return count;
  }
  /// x, y and z of the block at place `b`; something where there is none.
  std::array<mlir::Value, 3> at(mlir::ImplicitLocOpBuilder &builder, mlir::Value b) const;
  /// `number` along a dimension, of a block that there is.
  static mlir::Value assumeNumber(mlir::ImplicitLocOpBuilder &builder, mlir::Value number, Dimension dimension);

private:
  std::array<mlir::Value, 3> longestFirst(mlir::ImplicitLocOpBuilder &builder, mlir::Value b) const;
  std::array<mlir::Value, 3> inPlanes(mlir::ImplicitLocOpBuilder &builder, mlir::Value b) const;
  mlir::Value neighbourAt(mlir::ImplicitLocOpBuilder &builder, mlir::Value x) const;

  BlockOrder order;
  std::array<mlir::Value, 3> extents;
  /// Of places that differ in z alone; where the longest come first, of those that are as long.
  mlir::Value plane;
  mlir::Value count;
};

/// x and y of the block at place `r` of a plane of `gx` times `gy`, taken in groups of `group`, a power of two.
std::pair<mlir::Value, mlir::Value> blockInGroups(mlir::ImplicitLocOpBuilder &builder, mlir::Value r, mlir::Value gx,
                                                  mlir::Value gy, int64_t group = BlockRaster::kGroup);

} // namespace tilec::tile
