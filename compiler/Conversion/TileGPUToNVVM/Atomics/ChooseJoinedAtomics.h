// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which atomic updates go where data says, so that lanes of a warp may hit one cell.
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

namespace tilec {

/// The updates below `root` whose lanes are worth joining (JoinAtomicLanes.h): relaxed, without a result, in memory
/// where the hardware does not join them (integers of the block's own), through pointers that come from loaded values,
/// divisions or masks, and of which neighbours are not known to differ.
llvm::DenseSet<mlir::Operation *> findScatteredUpdates(mlir::Operation *root, const KnownSpaces &spaces);

} // namespace tilec
