// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the blocks of a kernel take, as far as their numbers show in the bounds of loops.
//
//     for (int t : irange(0, ceildiv((bid().x + 1) * 128, 128)))     // grows with x: the last rows take longest
//     for (int t : irange(bid().y, n))                               // shrinks with y
//     for (int t : irange(starts[bid().x], starts[bid().x + 1]))     // differs, nobody knows how
//     if (bid().y * 128 < rows[bid().x]) for (...)                   // so does what memory says
//
// What is found decides in which order blocks are taken, never what is computed: so factors that are not known count
// as positive, and what wraps around is not looked at.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace tilec::tile {

/// A dimension of the grid along which blocks take longer and longer, or shorter and shorter.
struct LengthAxis {
  Dimension dimension;
  bool grows;
};

/// The bounds of a loop depend on the numbers of the block, or whether there is one, by what a table in memory has.
bool hasUnequalBlocks(mlir::func::FuncOp kernel);

/// The one such dimension, where all loops agree.
std::optional<LengthAxis> findLengthAxis(mlir::func::FuncOp kernel);

} // namespace tilec::tile
