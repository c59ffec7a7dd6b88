// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a memory access of a tile before it has a layout: which elements are neighbours in memory, and how
// many of them one instruction of a lane may take. From it follow the layouts that suit the access.
//
// Example: a 4x64 tile of f32 of a row-major matrix whose rows are any distance apart. Its 256 elements have numbers of
// 8 bits; bits 0 to 5 count along a row (4, 8, .. 128 bytes from one to the next), bits 6 and 7 count rows. In memory
// order, nearest first: 0 1 2 3 4 5, then 6 7. With 16 bytes a lane the layout is bits 0, 1 for registers, 2 to 6 for
// lanes, 7 for the warp (or the next register). A column-major matrix starts with bits 6 and 7: its lanes go down.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "mlir/IR/Operation.h"

namespace tilec::strategy {

/// What the memory system looks up and fetches at once.
inline constexpr int64_t kLineBytes = 128;

struct TileAccess {
  /// Distance of two elements that differ in one bit of their number, if unknown.
  static constexpr int64_t kFar = int64_t(1) << 40;

  std::vector<int64_t> shape;
  int64_t elementBytes = 1;
  /// For each bit of an element number (row-major), lowest first: the distance in memory, in bytes. 0: the same cell.
  std::vector<int64_t> steps;
  /// Elements that one instruction may cover: neighbours, aligned, masked alike, no more than the target takes.
  int64_t width = 1;

  /// Bits of element numbers, those of nearest neighbours first; those of equal addresses last.
  std::vector<unsigned> bitsInMemoryOrder() const;
  /// Elements that one instruction of a lane covers in this layout.
  int64_t vectorIn(const layout::LinearLayout &layout) const;
  /// `layout` with the registers that hold a lane's neighbours in memory first, where the access gets wider by that:
  /// nothing moves between lanes.
  layout::LinearLayout withNeighboursFirst(const layout::LinearLayout &layout) const;
};

/// Describes a load, store or atomic of a tile, through pointers or a view, in `tile_gpu` form; none for others.
std::optional<TileAccess> describeAccess(mlir::Operation *op, tile::Divisibility &facts);

/// Where warps stand relative to a lane's further registers.
enum class WarpPlace {
  Near, ///< side by side: all warps together cover one stretch of memory, then the next
  Far   ///< apart: each warp covers a stretch of its own (rows of its own, where it can)
};

/// Deals the bits of element numbers out in the given order: `elementsPerLane` to registers, then lanes, warps, further
/// registers. Lanes and warps for which nothing is left hold copies.
layout::LinearLayout dealBits(const std::vector<int64_t> &shape, const std::vector<unsigned> &bits,
                              int64_t elementsPerLane, unsigned numWarps, WarpPlace warps);

/// The layout of a tile of which nothing is known: row-major, lanes side by side, then warps.
layout::LinearLayout plainLayout(const std::vector<int64_t> &shape, unsigned numWarps);

/// Layouts that suit an access: wide ones and single elements, warps near and far; the preferred first.
std::vector<layout::LinearLayout> layoutsFor(const TileAccess &access, unsigned numWarps);

} // namespace tilec::strategy
