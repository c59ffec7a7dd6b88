// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several blocks next to each other along one dimension of the grid as one block with longer tiles.
//
//     %y = tile.block_id y                                      %y = tile.block_id y            // of two blocks
//     %b = tile.load_view %columns[%t, %y]                 =>   %b = tile.load_view %wide[%t, %y]
//         : tensor<64x64xf16>                                       : tensor<64x128xf16>
//     %s = tile.mma %a, %b, %c : .. tensor<64x64xf32>           %s = tile.mma %a, %b, %c : .. tensor<64x128xf32>
//
// Blocks that are beside each other in a view are one tile of it, so only types change: number y of the wide grid is
// number y of the view of wide tiles. That is possible where the block's number is nothing but an index of views, of
// tiles with several rows, and each of these rows is computed alone (Analysis/DimensionClasses). The grid has to have a
// multiple of as many blocks.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace tilec::tile {

/// Dimensions of tiles that become `factor` times as long, or why none do.
struct Widening {
  std::string reason;               ///< of declining; empty if it is possible
  mlir::Operation *place = nullptr; ///< that the reason is about
  Dimension along = Dimension::X;   ///< of the grid
  int64_t factor = 1;
  llvm::MapVector<mlir::Value, unsigned> dimensions;
};

Widening findWidening(mlir::func::FuncOp kernel, Dimension along, int64_t factor);
/// Changes the kernel itself. What the source counts as blocks of the grid are its own still.
void widenTiles(mlir::func::FuncOp kernel, const Widening &widening);

} // namespace tilec::tile
