// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far apart blocks are that share the larger operand of a product, where the source numbers the tiles itself.
//
// What multiprocessors next to each other ask for at about the same time, L2 brings faster. So workers next to each
// other should have blocks that share the larger operand (BlockRaster.h; docs/Experiments.md, "Constants of the
// model").
//
// Of a source's own numbering only its arithmetic is known. So the kernel asks it: the first of the blocks 1, 2, 4, 8,
// 16 that loads the larger operand from the same place as block 0 gives the stride.
#pragma once

#include "dialects/Tile/Transforms/BlockRaster.h"

namespace tilec::tile {

/// The operand that fills more bytes; null if none does.
mlir::Value largerOperand(MmaOp product);

/// The source numbers its tiles itself, and they can be asked for.
bool hasOperandStride(MmaOp product);

/// Creates the stride; 1 where neighbours share the operand already, or no stride is found.
mlir::Value createOperandStride(mlir::ImplicitLocOpBuilder &builder, const BlockRaster &raster, MmaOp product);

} // namespace tilec::tile
